/* The part of snprintf() that verdicts need: %s, %.*s, %c, and whole numbers. The full function would make the checkers
 * for pages 50 % larger. */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int print_arguments(char *text, size_t size, const char *format, va_list arguments) {
    size_t length = 0;
    for (; *format != '\0'; format++) {
        char scratch[24], *end = scratch + sizeof scratch, *part = end;
        size_t count;
        if (*format != '%') {
            part = memcpy(scratch, format, 1);
            count = 1;
        } else {
            int most = -1, width = 0;
            for (format++; *format == '.' || *format == '*'; format++)
                if (*format == '*')
                    most = va_arg(arguments, int);
            for (; *format == 'l' || *format == 'z'; format++)
                width += *format == 'l';
            if (*format == 's') {
                part = va_arg(arguments, char *);
                count = most < 0 ? strlen(part) : (size_t)most;
            } else if (*format == 'c') {
                *(part = scratch) = (char)va_arg(arguments, int);
                count = 1;
            } else { /* d or u, for the types that the checkers print: int, unsigned, size_t, long long */
                bool negative = false;
                unsigned long long left;
                if (*format == 'u') {
                    left = va_arg(arguments, size_t);
                } else {
                    long long number = width > 1 ? va_arg(arguments, long long) : va_arg(arguments, int);
                    negative = number < 0;
                    left = negative ? 0 - (unsigned long long)number : (unsigned long long)number;
                }
                do
                    *--part = (char)('0' + left % 10);
                while ((left /= 10) != 0);
                if (negative)
                    *--part = '-';
                count = (size_t)(end - part);
            }
        }
        for (size_t i = 0; i < count; i++, length++)
            if (length + 1 < size)
                text[length] = part[i];
    }
    text[length < size ? length : size - 1] = '\0';
    return (int)length;
}

static int print(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = print_arguments(text, size, format, arguments);
    va_end(arguments);
    return length;
}

#define snprintf print
#define vsnprintf print_arguments
