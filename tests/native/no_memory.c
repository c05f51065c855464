/* Lets a chosen memory allocation fail, for tests.
 *
 * Link with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc. A stand-alone program reads the number of the allocation
 * from FAIL_ALLOCATION, and prints a line when this allocation fails. */
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#define SEEN __attribute__((visibility("default")))

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);

static long allocations, failing = -1;

/* Lets the allocation with this number, counted from 0, fail from now on; none if the number is negative. */
SEEN void fail_allocation(long number) {
    allocations = 0;
    failing = number;
}

SEEN long count_allocations(void) {
    return allocations;
}

__attribute__((constructor)) static void read_number(void) {
    const char *number = getenv("FAIL_ALLOCATION");
    if (number != NULL)
        failing = atol(number);
}

static int fails(void) {
    static const char line[] = "out of memory\n";
    if (allocations++ != failing)
        return 0;
    if (getenv("FAIL_ALLOCATION") != NULL && write(2, line, sizeof line - 1) < 0)
        abort();
    return 1;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    return fails() ? NULL : __real_realloc(old, size);
}
