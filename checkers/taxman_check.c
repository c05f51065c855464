/* taxman-check: checks certificates of perfect play in Taxman.
 *
 *     taxman-check 100.json 300.json
 *     xzcat certificates/taxman-*.xz | taxman-check -
 *
 * A certificate says that the player can reach a score from a position, and that no play reaches more than a bound.
 * docs/certificate-format.md defines the format, and docs/theory.md (T1 to T7; docs/large.md for duals) proves that a
 * valid certificate is right.  This file was written from the documentation alone, and shares no code with the solver
 * or with the checker in Python.  Its parts are: verdicts, whole numbers, memory, JSON, pots, positions, cuts,
 * multipliers, the tree, chains, duals, certificates, files.
 *
 * Nothing in a certificate is trusted.  A broken rule leads to refuse(), and an exceeded limit to leave().  Both jump
 * back to check() immediately, so a function that returns has found no fault. */

#define _POSIX_C_SOURCE 200809L /* for stat(), which recognises pipes without opening them */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Limits --------------------------------------------------------------------------------------------------------
 * These limits stop malicious certificates from keeping the checker busy for long or filling the memory. */
#define MAX_BYTES (16u << 20)    /* maximum size of one certificate */
#define MAX_MEMORY (512u << 20)  /* maximum memory for one certificate */
#define MAX_DEPTH 2000           /* maximum number of nested brackets, because the parser recurses for each */
#define MAX_TREE_N 100000        /* the largest N of a pot {1, ..., N} in proofs of the kinds tree and chain */
#define MAX_DUAL_N 1000000       /* the largest N of a pot {1, ..., N} in proofs of the kind dual */
#define MAX_CHOSEN 2000          /* maximum size of any other pot */
#define MAX_STEPS 200000000LL    /* maximum number of steps, which are counted before the work is done */

/* ---- Verdicts ---------------------------------------------------------------------------------------------------- */

typedef enum { VALID, NOT_VALID, NOT_EXAMINED } Kind;

static struct {
    Kind kind;
    char text[600];
    jmp_buf back;
} verdict;

static _Noreturn void finish(Kind kind, const char *format, va_list arguments) {
    verdict.kind = kind;
    vsnprintf(verdict.text, sizeof verdict.text, format, arguments);
    longjmp(verdict.back, 1);
}

__attribute__((format(printf, 1, 2))) static _Noreturn void refuse(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    finish(NOT_VALID, format, arguments);
}

__attribute__((format(printf, 1, 2))) static _Noreturn void leave(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    finish(NOT_EXAMINED, format, arguments);
}

static long long steps;

static void work(long long more) {
    steps += more;
    if (steps > MAX_STEPS)
        leave("it takes more than %lld steps", MAX_STEPS);
}

/* ---- Whole numbers of 128 bits --------------------------------------------------------------------------------------
 * Every sum and product is checked for overflow: a certificate with larger numbers is not examined. */

__extension__ typedef __int128 Integer;

static _Noreturn void too_large(void) {
    leave("a number in it, or one that follows from it, has more than 127 bits");
}

static inline Integer plus(Integer a, Integer b) {
    Integer sum;
    if (__builtin_add_overflow(a, b, &sum))
        too_large();
    return sum;
}

static inline Integer minus(Integer a, Integer b) {
    Integer difference;
    if (__builtin_sub_overflow(a, b, &difference))
        too_large();
    return difference;
}

static inline Integer times(Integer a, Integer b) {
    Integer product;
    if (__builtin_mul_overflow(a, b, &product))
        too_large();
    return product;
}

/* Returns the digits of a number. Four buffers are used in turn, so one message can contain up to four numbers. */
static const char *digits(Integer number) {
    static char places[4][48];
    static int turn;
    char *at = places[turn = (turn + 1) % 4] + 47;
    bool negative = number < 0;
    *at = '\0';
    do {
        int digit = (int)(number % 10);
        *--at = (char)('0' + (digit < 0 ? -digit : digit));
        number /= 10;
    } while (number != 0);
    if (negative)
        *--at = '-';
    return at;
}

/* ---- Memory ---------------------------------------------------------------------------------------------------------
 * The memory for a certificate is freed all at once when the verdict is known. */

typedef struct Block {
    _Alignas(max_align_t) struct Block *older;
} Block;

static Block *newest;
static size_t memory;

static void *take(size_t count, size_t size) {
    if (count > (MAX_MEMORY - memory) / size)
        leave("it takes more than %u MiB of memory", MAX_MEMORY >> 20);
    memory += count * size;
    Block *block = calloc(1, sizeof *block + count * size);
    if (block == NULL)
        leave("there is not enough memory");
    block->older = newest;
    newest = block;
    return block + 1;
}

static void give_back(void) {
    while (newest != NULL) {
        Block *block = newest;
        newest = block->older;
        free(block);
    }
    memory = 0;
}

/* ---- JSON -----------------------------------------------------------------------------------------------------------
 * A text is parsed into a list of values.  The members of an array or object follow it directly, and `behind` points to
 * the value after all members.  Fractions, true, false, null and characters outside ASCII are refused here, because
 * no certificate contains them. */

typedef enum { NUMBER, STRING, ARRAY, OBJECT } Type;

typedef struct Value {
    Type type;
    int count; /* members of an array, fields of an object (each a name and a value), or bytes of a string */
    struct Value *behind;
    union {
        Integer number;
        const char *string; /* `count` bytes, without a '\0' at the end */
    };
} Value;

/* The maximum number of values in a text. Except for open brackets, each value takes at least two bytes: one for the
 * value, and one for a comma or bracket. */
#define MAX_VALUES (MAX_BYTES / 2 + MAX_DEPTH + 2)

static const char *text, *at, *text_end;
static Value *values, *row; /* all values, and the next unused value */

static void skip_space(void) {
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')
        at++;
}

static _Noreturn void not_json(const char *what) {
    refuse("not JSON as certificates have it: %s at byte %lld", what, (long long)(at - text));
}

static void read_number(Value *value) {
    bool negative = *at == '-';
    if (negative)
        at++;
    if (*at < '0' || *at > '9')
        not_json("a minus sign without a number");
    if (*at == '0' && at[1] >= '0' && at[1] <= '9')
        not_json("a number with a leading 0");
    long long small = 0;
    for (int left = 18; left > 0 && *at >= '0' && *at <= '9'; left--)
        small = 10 * small + (*at++ - '0');
    Integer number = small;
    while (*at >= '0' && *at <= '9')
        number = plus(times(number, 10), *at++ - '0');
    if (*at == '.' || *at == 'e' || *at == 'E')
        not_json("a number that is not a whole number");
    value->number = negative ? -number : number;
}

/* Returns the character that an escape stands for, or '\x7f' for NUL and characters outside ASCII. The string
 * is refused in all these cases, because no name or word of the format contains such a character. */
static char read_escape(void) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char name = *at++;
    if (name != 'u') {
        const char *found = name == '\0' ? NULL : strchr(names, name);
        if (found == NULL)
            not_json("an escape that there is not");
        return meanings[found - names];
    }
    int code = 0;
    for (int i = 0; i < 4; i++, at++) {
        static const char hexadecimal[] = "0123456789abcdef0123456789ABCDEF";
        const char *found = *at == '\0' ? NULL : strchr(hexadecimal, *at);
        if (found == NULL)
            not_json("an escape without four hexadecimal digits");
        code = 16 * code + (int)((found - hexadecimal) % 16);
    }
    return code > 0 && code < 128 ? (char)code : '\x7f';
}

static void read_string(Value *value) {
    const char *start = ++at;
    while (*at != '"' && *at != '\\' && (unsigned char)*at >= ' ' && (unsigned char)*at < 128)
        at++;
    value->string = start;
    if (*at == '\\') {
        const char *end = at;
        while (*end != '"' && *end != '\0') /* enough room, since an escape is longer than its character */
            end += *end == '\\' && end[1] != '\0' ? 2 : 1;
        char *plain = take((size_t)(end - start) + 1, 1), *to = plain;
        at = start;
        while (*at != '"' && (unsigned char)*at >= ' ' && (unsigned char)*at < 128)
            if (*at == '\\') {
                at++;
                *to++ = read_escape();
            } else {
                *to++ = *at++;
            }
        value->string = plain;
        value->count = (int)(to - plain);
    } else {
        value->count = (int)(at - start);
    }
    if (*at != '"')
        not_json(at == text_end               ? "a string without an end"
                 : (unsigned char)*at >= 128 ? "a character outside ASCII"
                                             : "a control character in a string");
    at++;
}

static void read_value(int depth) {
    Value *value = row++;
    skip_space();
    if (*at == '-' || (*at >= '0' && *at <= '9')) {
        value->type = NUMBER;
        read_number(value);
    } else if (*at == '"') {
        value->type = STRING;
        read_string(value);
    } else if (*at == '[' || *at == '{') {
        char close = *at == '[' ? ']' : '}';
        value->type = close == ']' ? ARRAY : OBJECT;
        value->count = 0;
        if (depth == MAX_DEPTH)
            leave("its brackets are nested more than %d deep", MAX_DEPTH);
        at++;
        skip_space();
        if (*at == close) {
            at++;
        } else {
            do {
                value->count++;
                if (close == '}') {
                    skip_space();
                    if (*at != '"')
                        not_json("a field without a name");
                    Value *name = row++;
                    name->type = STRING;
                    read_string(name);
                    name->behind = row;
                    skip_space();
                    if (*at++ != ':')
                        not_json("a name without a colon behind it");
                }
                read_value(depth + 1);
                skip_space();
            } while (*at == ',' && at++);
            if (*at++ != close)
                not_json(close == ']' ? "an array without its end" : "an object without its end");
        }
    } else {
        not_json(at == text_end ? "the end of the text" : "something that is no number, string, array or object");
    }
    value->behind = row;
}

static Value *read_json(const char *start, size_t length) {
    text = at = start;
    text_end = start + length;
    row = values;
    read_value(0);
    skip_space();
    if (at != text_end)
        not_json("something behind the end");
    return values;
}

/* Returns the first member. Loop over members with `for (Value *v = first(a); v != a->behind; v = v->behind)`. */
static Value *first(Value *container) {
    return container + 1;
}

static bool is(const Value *string, const char *word) {
    return string->type == STRING && (size_t)string->count == strlen(word) &&
           memcmp(string->string, word, strlen(word)) == 0;
}

static Value *array(Value *value, const char *what) {
    if (value->type != ARRAY)
        refuse("%s is not an array", what);
    return value;
}

static Integer number(const Value *value, const char *what) {
    if (value->type != NUMBER)
        refuse("%s is not a whole number", what);
    return value->number;
}

/* Returns the value of a field by its name, or NULL if the value is not an object or has no such field. */
static Value *field_of(Value *object, const char *name) {
    if (object->type == OBJECT)
        for (Value *field = first(object); field != object->behind; field = field->behind->behind)
            if (is(field, name))
                return field->behind;
    return NULL;
}

typedef struct {
    const char *name;
    bool optional;
    Value **place; /* receives the field's value, or NULL if an optional field is missing */
} Field;

/* Reads the fields of an object. Refuses unknown, duplicate and missing fields. */
static void read_fields(Value *object, const char *what, const Field *fields, int count) {
    if (object->type != OBJECT)
        refuse("%s is not an object", what);
    for (int i = 0; i < count; i++)
        *fields[i].place = NULL;
    for (Value *name = first(object); name != object->behind; name = name->behind->behind) {
        int i = 0;
        while (i < count && !is(name, fields[i].name))
            i++;
        if (i == count)
            refuse("%s has a field that the format does not know, or that has no place there", what);
        if (*fields[i].place != NULL)
            refuse("%s has the field \"%s\" twice", what, fields[i].name);
        *fields[i].place = name->behind;
    }
    for (int i = 0; i < count; i++)
        if (*fields[i].place == NULL && !fields[i].optional)
            refuse("%s has no field \"%s\"", what, fields[i].name);
}

#define READ_FIELDS(object, what, ...) \
    read_fields(object, what, (const Field[]){__VA_ARGS__}, (int)(sizeof((const Field[]){__VA_ARGS__}) / sizeof(Field)))

/* ---- Pots -----------------------------------------------------------------------------------------------------------
 * Each number of a pot is represented by its index: 0 for the smallest number, 1 for the next, and so on. */

typedef struct {
    int *from; /* list i consists of item[from[i]] .. item[from[i + 1] - 1] */
    int *item;
} Lists;

typedef struct {
    int size;
    const Integer *number;
    int largest; /* the largest number if it is at most MAX_DUAL_N, else 0 */
    int *place;  /* the index of each number up to `largest`, or -1 if it is missing; NULL if numbers are larger */
    Lists divisors, multiples; /* for each number, its proper divisors and multiples in the pot, ascending */
    int pairs;                 /* number of pairs, which are sorted by their upper ends */
    int *low, *high;           /* the lower and the upper end of each pair */
    int *below;                /* the pairs with the upper end p are below[p] .. below[p + 1] - 1 */
    Lists above;               /* for each q, the pairs with the lower end q */
} Pot;

#define EACH(i, lists, of) \
    for (const int *i = (lists).item + (lists).from[of], *i##_end = (lists).item + (lists).from[(of) + 1]; \
         i < i##_end; i++)

static int place_of(const Pot *pot, Integer number) {
    if (pot->place != NULL)
        return number >= 0 && number <= pot->largest ? pot->place[(int)number] : -1;
    int low = 0, high = pot->size;
    while (low < high) {
        int middle = (low + high) / 2;
        if (pot->number[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < pot->size && pot->number[low] == number ? low : -1;
}

/* Lists the indices of the keys that equal i, in ascending order, for each i from 0 to size - 1. */
static Lists grouped(const int *key, int keys, int size) {
    Lists result = {take((size_t)size + 2, sizeof(int)), take((size_t)keys + 1, sizeof(int))};
    for (int k = 0; k < keys; k++)
        result.from[key[k] + 2]++;
    for (int i = 2; i <= size; i++)
        result.from[i] += result.from[i - 1];
    for (int k = 0; k < keys; k++)
        result.item[result.from[key[k] + 1]++] = k;
    return result;
}

/* Fills in the divisors and multiples of each number. The numbers must be ascending. */
static void find_multiples(Pot *pot) {
    int size = pot->size, total = 0;
    bool sieve = size == 0 || pot->number[size - 1] <= MAX_DUAL_N;
    int largest = pot->largest = size > 0 && sieve ? (int)pot->number[size - 1] : 0;
    if (sieve) {
        pot->place = take((size_t)largest + 1, sizeof(int));
        for (int v = 0; v <= largest; v++)
            pot->place[v] = -1;
        for (int i = 0; i < size; i++)
            pot->place[(int)pot->number[i]] = i;
    }
    int room = 1;
    for (int i = 0; i < size; i++)
        room += sieve ? largest / (int)pot->number[i] - 1 : size - 1 - i;
    work(2LL * room + largest);
    Lists multiples = {take((size_t)size + 2, sizeof(int)), take((size_t)room, sizeof(int))};
    int *owner = take((size_t)room, sizeof *owner);
    for (int i = 0; i < size; i++) {
        if (sieve) {
            int v = (int)pot->number[i];
            for (int m = 2 * v; m <= largest; m += v)
                if (pot->place[m] >= 0)
                    multiples.item[total++] = pot->place[m];
        } else {
            for (int j = i + 1; j < size; j++)
                if (pot->number[j] % pot->number[i] == 0)
                    multiples.item[total++] = j;
        }
        multiples.from[i + 1] = total;
        for (int k = multiples.from[i]; k < total; k++)
            owner[k] = i;
    }
    pot->multiples = multiples;
    pot->divisors = grouped(multiples.item, total, size);
    for (int k = 0; k < total; k++)
        pot->divisors.item[k] = owner[pot->divisors.item[k]];
}

/* Fills in the pairs (q, p) for which q divides p, and no other multiple of q in the pot divides p. */
static void find_pairs(Pot *pot) {
    int size = pot->size, total = pot->divisors.from[size];
    pot->low = take((size_t)total + 1, sizeof(int));
    pot->high = take((size_t)total + 1, sizeof(int));
    pot->below = take((size_t)size + 1, sizeof(int));
    for (int p = 0; p < size; p++) {
        int begin = pot->below[p] = pot->pairs;
        /* Begin with the largest q: each larger divisor of p then is a lower end already, or divides one. */
        for (int k = pot->divisors.from[p + 1] - 1; k >= pot->divisors.from[p]; k--) {
            int q = pot->divisors.item[k];
            bool covered = true;
            work(1 + pot->pairs - begin);
            for (int e = begin; e < pot->pairs && covered; e++)
                covered = pot->number[pot->low[e]] % pot->number[q] != 0;
            if (covered) {
                pot->low[pot->pairs] = q;
                pot->high[pot->pairs++] = p;
            }
        }
    }
    pot->below[size] = pot->pairs;
    pot->above = grouped(pot->low, pot->pairs, size);
}

static bool is_top(const Pot *pot, int p) {
    return pot->multiples.from[p] == pot->multiples.from[p + 1];
}

static bool is_dead(const Pot *pot, int p) {
    return is_top(pot, p) && pot->divisors.from[p] == pot->divisors.from[p + 1];
}

/* Makes a move: the number and at least one of its proper divisors must still be in the pot, and the number leaves it
 * together with all its divisors. Returns the gain. */
static Integer play(const Pot *pot, bool *gone, Integer move) {
    int p = place_of(pot, move);
    bool paid = false;
    if (p < 0 || gone[p])
        refuse("the move %s is not possible: it is not in the pot", digits(move));
    work(2 + pot->divisors.from[p + 1] - pot->divisors.from[p]);
    EACH(d, pot->divisors, p) {
        paid = paid || !gone[*d];
        gone[*d] = true;
    }
    if (!paid)
        refuse("the move %s is not possible: no divisor of it is left", digits(move));
    gone[p] = true;
    return move;
}

/* ---- Positions --------------------------------------------------------------------------------------------------- */

typedef struct {
    Pot pot;        /* the numbers that are left */
    Integer gained; /* the sum of the numbers picked before the position */
    int whole;      /* N if the id is "taxman:N", else 0 */
} Position;

static bool eat(const char **c, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*c, word, length) != 0)
        return false;
    *c += length;
    return true;
}

static Integer eat_number(const char **c) {
    long long number = 0;
    int length = 0;
    for (; **c >= '0' && **c <= '9' && length < 18; length++)
        number = 10 * number + (*(*c)++ - '0');
    if (length == 0 || (*c)[-length] == '0' || (**c >= '0' && **c <= '9'))
        refuse("\"position\" has something else where a positive number of at most 18 digits should be");
    return number;
}

static int by_size(const void *a, const void *b) {
    Integer x = *(const Integer *)a, y = *(const Integer *)b;
    return (x > y) - (x < y);
}

/* Reads an id: "taxman:20" or "taxman:pot.2.3.6", optionally followed by "~end" and by moves such as "/19.9". */
static void read_position(Value *id, int max_n, Position *position) {
    if (id->type != STRING)
        refuse("\"position\" is not a string");
    char *copy = take((size_t)id->count + 1, 1);
    memcpy(copy, id->string, (size_t)id->count);
    const char *c = copy;
    Pot *pot = &position->pot;
    if (!eat(&c, "taxman:"))
        refuse("\"position\" is not the id of a position of Taxman");
    Integer *start;
    if (eat(&c, "pot")) {
        start = take(MAX_CHOSEN, sizeof *start);
        while (eat(&c, ".")) {
            if (pot->size == MAX_CHOSEN)
                leave("its pot has more than %d chosen numbers", MAX_CHOSEN);
            start[pot->size++] = eat_number(&c);
        }
        if (pot->size == 0)
            refuse("the pot has no numbers");
        qsort(start, (size_t)pot->size, sizeof *start, by_size);
        for (int i = 1; i < pot->size; i++)
            if (start[i] == start[i - 1])
                refuse("the pot has the number %s twice", digits(start[i]));
    } else {
        Integer n = eat_number(&c);
        if (n > max_n)
            leave("its pot is larger than {1..%d}", max_n);
        position->whole = pot->size = (int)n;
        start = take((size_t)n, sizeof *start);
        for (int i = 0; i < pot->size; i++)
            start[i] = i + 1;
    }
    pot->number = start;
    find_multiples(pot);
    if (eat(&c, "~end")) /* "~end" keeps dead numbers in the pot until the end; it changes no moves or scores */
        position->whole = 0;
    if (eat(&c, "/")) {
        bool *gone = take((size_t)pot->size, sizeof *gone);
        position->whole = 0;
        do
            position->gained = plus(position->gained, play(pot, gone, eat_number(&c)));
        while (eat(&c, "."));
        Pot rest = {0};
        Integer *left = take((size_t)pot->size + 1, sizeof *left);
        for (int i = 0; i < pot->size; i++)
            if (!gone[i])
                left[rest.size++] = pot->number[i];
        rest.number = left;
        *pot = rest;
        find_multiples(pot);
    }
    if (c != copy + id->count)
        refuse("\"position\" is not the id of a position of Taxman");
}

/* Returns the score at the position plus the gain of further moves. */
static Integer replay(const Position *position, Value *moves) {
    bool *gone = take((size_t)position->pot.size + 1, sizeof *gone);
    Integer score = position->gained;
    array(moves, "\"moves\"");
    for (Value *move = first(moves); move != moves->behind; move = move->behind)
        score = plus(score, play(&position->pot, gone, number(move, "a move")));
    return score;
}

/* ---- Cuts -----------------------------------------------------------------------------------------------------------
 * A vector has twelve coordinates in the field {0, 1, w, w + 1}, each of two bits.  The span of vectors over this field
 * consists of all exclusive ors of these vectors v and their multiples w * v. */

typedef struct {
    int rank;            /* the dimension over GF(2), which is twice the dimension over the field */
    uint32_t vector[24]; /* vector[i] is 0, or its highest bit is bit i */
} Span;

static int highest_bit(uint32_t v) {
    return 31 - __builtin_clz(v);
}

static uint32_t reduced(const Span *span, uint32_t v) {
    while (v != 0 && span->vector[highest_bit(v)] != 0)
        v ^= span->vector[highest_bit(v)];
    return v;
}

static void add_vector(Span *span, uint32_t v) {
    const uint32_t lower = 0x555555;
    uint32_t high = v >> 1 & lower, low = v & lower;
    uint32_t both[2] = {v, (high ^ low) << 1 | high}; /* w (low + high w) = high + (low + high) w */
    for (int i = 0; i < 2; i++) {
        uint32_t left = reduced(span, both[i]);
        if (left != 0) {
            span->vector[highest_bit(left)] = left;
            span->rank++;
        }
    }
}

typedef struct {
    int pairs;
    int *pair;
    int room; /* the maximum number of the cut's pairs in a game: |S| - K */
} Cut;

typedef struct Entry { /* A member of the cut, in the list of a number that it divides or is a multiple of. */
    struct Entry *next;
    int member;
} Entry;

/* Scratch memory that all cuts of a certificate share. */
typedef struct {
    uint32_t *vector;   /* the vector of each number of the pot; 0 if the number is not a member */
    Entry **comparable; /* for each number, the members that are its divisors (kind S) or multiples (kind T) */
    Entry *entry;       /* memory for the lists in `comparable` */
    int entries;
    int *member;
    int *pair;
} Bench;

/* Returns whether the vectors of the other members in a list span the vector of a member. */
static bool spanned(const Bench *bench, int member, const Entry *list) {
    uint32_t v = bench->vector[member];
    if (list->next == NULL) /* decide the common case of a single member quickly */
        return false;
    Span span = {0};
    for (const Entry *entry = list; entry != NULL; entry = entry->next)
        if (entry->member != member) {
            work(1);
            if (bench->vector[entry->member] == v)
                return true;
            add_vector(&span, bench->vector[entry->member]);
        }
    return reduced(&span, v) == 0;
}

static void read_cut(Value *value, const Pot *pot, Bench *bench, Cut *cut) {
    Value *kind, *vectors;
    READ_FIELDS(value, "a cut", {"kind", false, &kind}, {"vectors", false, &vectors});
    bool lower = is(kind, "S");
    if (!lower && !is(kind, "T"))
        refuse("a cut is neither of kind \"S\" nor of kind \"T\"");
    array(vectors, "\"vectors\"");
    if (vectors->count == 0)
        refuse("a cut has no vectors");

    int size = 0, entries = 0, pairs = 0;
    Span all = {0};
    const Lists *neighbours = lower ? &pot->multiples : &pot->divisors;
    for (Value *group = first(vectors); group != vectors->behind; group = group->behind) {
        array(group, "a group of a cut");
        if (group->count < 2)
            refuse("a group of a cut has no vector, or no number");
        Integer vector = number(first(group), "a vector");
        if (vector < 1 || vector >= 1 << 24)
            refuse("the vector %s is not between 1 and 2^24 - 1", digits(vector));
        work(size + group->count);
        for (int i = 0; i < size; i++) /* compare all members: no earlier group may have the same vector */
            if (bench->vector[bench->member[i]] == vector)
                refuse("the vector %s stands in two groups of a cut", digits(vector));
        add_vector(&all, (uint32_t)vector);
        for (Value *v = first(group)->behind; v != group->behind; v = v->behind) {
            int member = place_of(pot, number(v, "a number of a cut"));
            if (member < 0)
                refuse("the number %s of a cut is not in the pot", digits(v->number));
            if (bench->vector[member] != 0)
                refuse("the number %s is in a cut twice", digits(v->number));
            bench->vector[member] = (uint32_t)vector;
            bench->member[size++] = member;
            entries += neighbours->from[member + 1] - neighbours->from[member];
        }
    }
    cut->room = size - all.rank / 2;

    work(entries);
    if (entries > bench->entries)
        bench->entry = take((size_t)(bench->entries = 2 * entries), sizeof *bench->entry);
    Entry *entry = bench->entry;
    for (int i = 0; i < size; i++)
        EACH(other, *neighbours, bench->member[i]) {
            *entry = (Entry){bench->comparable[*other], bench->member[i]};
            bench->comparable[*other] = entry++;
        }
    for (int i = 0; i < size; i++) {
        int s = bench->member[i];
        int count = lower ? pot->above.from[s + 1] - pot->above.from[s] : pot->below[s + 1] - pot->below[s];
        work(1 + count);
        for (int k = 0; k < count; k++) {
            int e = lower ? pot->above.item[pot->above.from[s] + k] : pot->below[s] + k;
            if (spanned(bench, s, bench->comparable[lower ? pot->high[e] : pot->low[e]]))
                bench->pair[pairs++] = e;
        }
    }
    for (int i = 0; i < size; i++) {
        EACH(other, *neighbours, bench->member[i])
            bench->comparable[*other] = NULL;
        bench->vector[bench->member[i]] = 0;
    }
    cut->pairs = pairs;
    cut->pair = take((size_t)pairs + 1, sizeof *cut->pair);
    memcpy(cut->pair, bench->pair, (size_t)pairs * sizeof *cut->pair);
}

/* ---- Multipliers ------------------------------------------------------------------------------------------------- */

/* Multipliers to which later ones may refer; only those that are not 0 are stored. */
typedef struct {
    Integer scale;
    int numbers, cuts;
    int *number, *cut;
    Integer *of_number, *of_cut;
} Multipliers;

typedef struct {
    const Pot *pot;
    Integer target; /* t: the tree must prove that no game from the position gains more than t */
    int cuts;
    Cut *cut;

    /* The current node. */
    bool *excluded, *forced; /* for each pair */
    bool *picked;            /* for each number */
    int *trail, trails;      /* the changes on the way to the current node, in order: see change() */

    /* The current multipliers. */
    Integer *u;        /* for each number */
    Integer *lambda;   /* for each cut */
    int *named, names; /* the cuts whose multipliers are set */
    bool *is_named;
    Integer *rest;     /* r of each pair */
    signed char *fate; /* what the bound implies for each pair: -1 excludes the pair, 1 forces it, 0 decides nothing */

    Multipliers *known; /* multipliers to which later ones may refer, in the order of the text */
    int knowns;
} Tree;

static void add_to_number(Tree *tree, Integer v, Integer change) {
    int i = place_of(tree->pot, v);
    if (i < 0 || is_dead(tree->pot, i))
        refuse("there is a multiplier for %s, which is not in the pot, or dead", digits(v));
    tree->u[i] = plus(tree->u[i], change);
}

static void add_to_cut(Tree *tree, int c, Integer change) {
    if (!tree->is_named[c]) {
        tree->is_named[c] = true;
        tree->named[tree->names++] = c;
    }
    tree->lambda[c] = plus(tree->lambda[c], change);
}

static void start_from(Tree *tree, Integer like, Integer scale) {
    if (like < 0 || like >= tree->knowns)
        refuse("multipliers are like number %s, which does not stand before them", digits(like));
    const Multipliers *model = &tree->known[(int)like];
    if (scale % model->scale != 0)
        refuse("the scale %s is not a multiple of the scale of multipliers number %s", digits(scale), digits(like));
    Integer factor = scale / model->scale;
    work(model->numbers + model->cuts);
    for (int i = 0; i < model->numbers; i++)
        tree->u[model->number[i]] = times(factor, model->of_number[i]);
    for (int i = 0; i < model->cuts; i++)
        add_to_cut(tree, model->cut[i], times(factor, model->of_cut[i]));
}

static void read_numbers(Tree *tree, Value *u) {
    const Pot *pot = tree->pot;
    array(u, "\"u\"");
    work(u->count);
    if (u->count > 0 && first(u)->type == NUMBER) { /* the short form: a multiplier for each number with a multiple */
        Value *value = first(u);
        for (int i = 0; i < pot->size; i++)
            if (!is_top(pot, i)) {
                if (value == u->behind)
                    refuse("\"u\" has fewer integers than there are numbers with a multiple");
                tree->u[i] = plus(tree->u[i], number(value, "a multiplier"));
                value = value->behind;
            }
        if (value != u->behind)
            refuse("\"u\" has more integers than there are numbers with a multiple");
        return;
    }
    for (Value *pair = first(u); pair != u->behind; pair = pair->behind) {
        if (pair->type != ARRAY || pair->count != 2)
            refuse("a member of \"u\" is not a pair of a number and a multiplier");
        Value *v = first(pair);
        add_to_number(tree, number(v, "a number in \"u\""), number(v->behind, "a multiplier"));
    }
}

static void read_steps(Tree *tree, Value *cuts) {
    Integer c = 0;
    array(cuts, "\"cuts\" of multipliers");
    work(cuts->count);
    for (Value *pair = first(cuts); pair != cuts->behind; pair = pair->behind) {
        if (pair->type != ARRAY || pair->count != 2)
            refuse("a member of \"cuts\" is not a pair of a step and a multiplier");
        Value *step = first(pair);
        c = plus(c, number(step, "a step"));
        if (c < 0 || c >= tree->cuts)
            refuse("multipliers name the cut %s, which there is not", digits(c));
        add_to_cut(tree, (int)c, number(step->behind, "a multiplier"));
    }
}

/* Stores the current multipliers, because later multipliers may refer to them. */
static void keep(Tree *tree, Integer scale) {
    int numbers = 0, cuts = 0, size = tree->pot->size;
    for (int i = 0; i < size; i++)
        numbers += tree->u[i] != 0;
    for (int i = 0; i < tree->names; i++)
        cuts += tree->lambda[tree->named[i]] != 0;
    Multipliers *kept = &tree->known[tree->knowns++];
    *kept = (Multipliers){scale, 0, 0, take((size_t)numbers + 1, sizeof(int)), take((size_t)cuts + 1, sizeof(int)),
                          take((size_t)numbers + 1, sizeof(Integer)), take((size_t)cuts + 1, sizeof(Integer))};
    for (int i = 0; i < size; i++)
        if (tree->u[i] != 0) {
            kept->number[kept->numbers] = i;
            kept->of_number[kept->numbers++] = tree->u[i];
        }
    for (int i = 0; i < tree->names; i++) {
        int c = tree->named[i];
        if (tree->lambda[c] != 0) {
            kept->cut[kept->cuts] = c;
            kept->of_cut[kept->cuts++] = tree->lambda[c];
        }
    }
}

/* The bound that multipliers prove in a node. */
typedef struct {
    Integer scale;
    Integer bound; /* B in docs/certificate-format.md */
    Integer goal;  /* g in docs/certificate-format.md */
} Proven;

/* The pairs of an upper end: `best` is the free pair with the largest r, and `second` is the next largest r. */
typedef struct {
    int free, forced; /* number of free pairs, and of forced pairs */
    int best;
    Integer most, second;
} Pairs;

static Pairs pairs_of(const Tree *tree, int p) {
    Pairs pairs = {0};
    for (int e = tree->pot->below[p]; e < tree->pot->below[p + 1]; e++) {
        if (tree->excluded[e])
            continue;
        if (tree->forced[e]) {
            pairs.forced++;
            continue;
        }
        Integer r = tree->rest[e];
        if (pairs.free == 0 || r > pairs.most) {
            pairs.second = pairs.most;
            pairs.most = r;
            pairs.best = e;
        } else if (pairs.free == 1 || r > pairs.second) {
            pairs.second = r;
        }
        pairs.free++;
    }
    return pairs;
}

static Proven weigh(Tree *tree, Value *value) {
    const Pot *pot = tree->pot;
    Value *scale_value, *like, *objective_value, *u, *cuts;
    READ_FIELDS(value, "an object of multipliers", {"scale", false, &scale_value}, {"like", true, &like},
                {"objective", true, &objective_value}, {"u", false, &u}, {"cuts", false, &cuts});
    Integer scale = number(scale_value, "\"scale\"");
    if (scale < 1)
        refuse("the scale %s is not positive", digits(scale));
    Integer objective = objective_value == NULL ? 1 : number(objective_value, "\"objective\"");
    if (objective != 0 && objective != 1)
        refuse("the objective %s is neither 0 nor 1", digits(objective));

    work(3 * pot->size + 2 * pot->pairs);
    memset(tree->u, 0, (size_t)pot->size * sizeof *tree->u);
    for (; tree->names > 0; tree->names--) {
        int c = tree->named[tree->names - 1];
        tree->lambda[c] = 0;
        tree->is_named[c] = false;
    }
    if (like != NULL)
        start_from(tree, number(like, "\"like\""), scale);
    read_numbers(tree, u);
    read_steps(tree, cuts);
    keep(tree, scale);

    Proven proven = {scale, 0, objective == 0 ? 0 : times(scale, plus(tree->target, 1))};
    for (int p = 0; p < pot->size; p++) {
        if (tree->u[p] < 0 && !tree->picked[p])
            refuse("the multiplier of %s is negative", digits(pot->number[p]));
        proven.bound = plus(proven.bound, tree->u[p]);
        Integer worth = minus(objective == 0 ? 0 : times(scale, pot->number[p]), tree->u[p]);
        for (int e = pot->below[p]; e < pot->below[p + 1]; e++)
            tree->rest[e] = minus(worth, tree->u[pot->low[e]]);
    }
    for (int i = 0; i < tree->names; i++) {
        const Cut *cut = &tree->cut[tree->named[i]];
        Integer lambda = tree->lambda[tree->named[i]];
        if (lambda < 0)
            refuse("the multiplier of cut %d is negative", tree->named[i]);
        if (lambda == 0)
            continue;
        proven.bound = plus(proven.bound, times(lambda, cut->room));
        work(cut->pairs);
        for (int k = 0; k < cut->pairs; k++)
            tree->rest[cut->pair[k]] = minus(tree->rest[cut->pair[k]], lambda);
    }
    for (int p = 0; p < pot->size; p++) {
        bool top = is_top(pot, p);
        for (int e = pot->below[p]; e < pot->below[p + 1]; e++) {
            if (tree->excluded[e])
                continue;
            if (tree->forced[e] || (!top && tree->rest[e] > 0))
                proven.bound = plus(proven.bound, tree->rest[e]);
        }
        if (top) {
            Pairs pairs = pairs_of(tree, p);
            if (pairs.forced == 0 && pairs.free > 0 && (pairs.most > 0 || tree->picked[p]))
                proven.bound = plus(proven.bound, pairs.most);
        }
    }
    return proven;
}

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

/* Sets a flag of the current node, and records the change so that undo() can revert it. */
static void change(Tree *tree, bool *flag, int code) {
    if (!*flag) {
        *flag = true;
        tree->trail[tree->trails++] = code;
    }
}

static void exclude(Tree *tree, int pair) {
    change(tree, &tree->excluded[pair], 3 * pair);
}

static void force(Tree *tree, int pair) {
    change(tree, &tree->forced[pair], 3 * pair + 1);
}

static void pick(Tree *tree, int p) {
    change(tree, &tree->picked[p], 3 * p + 2);
}

static void undo(Tree *tree, int trails) {
    while (tree->trails > trails) {
        int code = tree->trail[--tree->trails];
        bool *flags[3] = {tree->excluded, tree->forced, tree->picked};
        flags[code % 3][code / 3] = false;
    }
}

static void fix(Tree *tree, const Proven *proven) {
    const Pot *pot = tree->pot;
    work(2 * pot->pairs);
    for (int p = 0; p < pot->size; p++) {
        Pairs pairs = pairs_of(tree, p);
        for (int e = pot->below[p]; e < pot->below[p + 1]; e++) {
            tree->fate[e] = 0;
            if (tree->excluded[e] || tree->forced[e])
                continue;
            Integer d = tree->rest[e];
            if (is_top(pot, p)) {
                /* The largest r of the alternatives: other free pairs, or no pair (r = 0) if p need not be picked. */
                Integer instead = e == pairs.best ? pairs.second : pairs.most;
                bool other = pairs.free > 1;
                if (pairs.forced > 0 || (!other && tree->picked[p]))
                    continue;
                if (!tree->picked[p] && (!other || instead < 0))
                    instead = 0;
                d = minus(d, instead);
            }
            if (d < 0 && plus(proven->bound, d) < proven->goal)
                tree->fate[e] = -1;
            else if (d > 0 && minus(proven->bound, d) < proven->goal)
                tree->fate[e] = 1;
        }
    }
    for (int e = 0; e < pot->pairs; e++)
        if (tree->fate[e] < 0)
            exclude(tree, e);
        else if (tree->fate[e] > 0)
            force(tree, e);
}

/* A node that remains to be checked: the root, or a case of a branch. */
typedef struct {
    Value *node;
    int trails; /* length of the trail at the branch */
    int branch; /* the number that the branch decides; -1 for the root */
    bool picked;
} Case;

static void walk(Tree *tree, Value *root, Case *stack) {
    const Pot *pot = tree->pot;
    int height = 0;
    stack[height++] = (Case){root, 0, -1, false};
    while (height > 0) {
        Case now = stack[--height];
        Value *node = now.node;
        undo(tree, now.trails);
        if (now.branch >= 0 && now.picked) {
            EACH(e, pot->above, now.branch)
                exclude(tree, *e);
            pick(tree, now.branch);
        } else if (now.branch >= 0) {
            for (int e = pot->below[now.branch]; e < pot->below[now.branch + 1]; e++)
                exclude(tree, e);
        }
        Value *multipliers, *then;
        while (field_of(node, "fix") != NULL) {
            READ_FIELDS(node, "a fixing", {"fix", false, &multipliers}, {"then", false, &then});
            Proven proven = weigh(tree, multipliers);
            fix(tree, &proven);
            node = then;
        }
        if (field_of(node, "leaf") != NULL) {
            READ_FIELDS(node, "a leaf", {"leaf", false, &multipliers});
            Proven proven = weigh(tree, multipliers);
            if (proven.bound >= proven.goal)
                refuse("a leaf proves only a bound of %s/%s, which does not close it", digits(proven.bound),
                       digits(proven.scale));
        } else if (field_of(node, "branch") != NULL) {
            Value *value, *picked, *not_picked;
            READ_FIELDS(node, "a branch", {"branch", false, &value}, {"picked", false, &picked},
                        {"not", false, &not_picked});
            int v = place_of(pot, number(value, "the number of a branch"));
            if (v < 0 || is_dead(pot, v))
                refuse("a branch is about %s, which is not in the pot, or dead", digits(value->number));
            work(pot->above.from[v + 1] - pot->above.from[v] + pot->below[v + 1] - pot->below[v]);
            stack[height++] = (Case){not_picked, tree->trails, v, false};
            stack[height++] = (Case){picked, tree->trails, v, true};
        } else {
            refuse("a node of the tree is neither a branch, nor a fixing, nor a leaf");
        }
    }
}

/* Checks that the tree proves that no play from the position gains more than the target. */
static void check_tree(Position *position, Integer target, Value *cuts, Value *root) {
    Pot *pot = &position->pot;
    find_pairs(pot);
    size_t size = (size_t)pot->size + 1, pairs = (size_t)pot->pairs + 1;
    array(cuts, "\"cuts\"");
    size_t count = (size_t)cuts->count + 1, nodes = (size_t)(root->behind - root) + 1; /* an upper bound */
    Bench bench = {
        .vector = take(size, sizeof(uint32_t)),
        .comparable = take(size, sizeof(Entry *)),
        .member = take(size, sizeof(int)),
        .pair = take(pairs, sizeof(int)),
    };
    Tree tree = {
        .pot = pot,
        .target = target,
        .cuts = cuts->count,
        .cut = take(count, sizeof(Cut)),
        .excluded = take(pairs, sizeof(bool)),
        .forced = take(pairs, sizeof(bool)),
        .picked = take(size, sizeof(bool)),
        .trail = take(2 * pairs + size, sizeof(int)),
        .u = take(size, sizeof(Integer)),
        .lambda = take(count, sizeof(Integer)),
        .named = take(count, sizeof(int)),
        .is_named = take(count, sizeof(bool)),
        .rest = take(pairs, sizeof(Integer)),
        .fate = take(pairs, sizeof(signed char)),
        .known = take(nodes / 8 + 1, sizeof(Multipliers)), /* each set of multipliers takes eight values or more */
    };
    int c = 0;
    for (Value *cut = first(cuts); cut != cuts->behind; cut = cut->behind)
        read_cut(cut, pot, &bench, &tree.cut[c++]);
    walk(&tree, root, take(nodes, sizeof(Case)));
}

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

/* The bounds for {1, ..., N} that certificates have proven; later certificates can cite them. */
static struct {
    bool bounded, optimal;
    Integer upper; /* the lowest proven bound, if `bounded` */
} proven[MAX_DUAL_N + 1];

static int last_checked; /* the largest N with a proven bound */

static bool is_prime(int n) {
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n >= 2;
}

static void check_chain(int n, Integer score, Integer upper, Value *rule, Value *cited_score, Value *cited_upper) {
    if (n < 2)
        refuse("a chained certificate must be about a whole pot {1, ..., N} with N at least 2, before the first move");
    bool optimal = score == upper;
    if (optimal ? cited_score == NULL || cited_upper != NULL : cited_score != NULL || cited_upper == NULL)
        refuse("the claim cites the %s of N - 1 with \"%s\", and with nothing else", optimal ? "score" : "bound",
               optimal ? "score" : "upper");
    Integer cited = number(optimal ? cited_score : cited_upper, optimal ? "the cited score" : "the cited bound");
    Integer gain = n;
    if (is(rule, "prime")) {
        int below = n - 1;
        if (n == 2 || !is_prime(n))
            refuse("the rule \"prime\" is for primes above 2, and not for %d", n);
        while (!is_prime(below))
            below--;
        if (2 * below <= n) /* never true, by Bertrand's postulate, but checked in order to rely on less theory */
            refuse("%d, the prime below %d, has a multiple in the pot", below, n);
        gain -= below;
    } else if (!is(rule, "increment")) {
        refuse("the rule of a chain is neither \"increment\" nor \"prime\"");
    }
    if (upper != plus(cited, gain))
        refuse("from %s for N = %d follows %s, and not the claimed bound of %s", digits(cited), n - 1,
               digits(plus(cited, gain)), digits(upper));
    /* N = 1 needs no certificate, because the pot {1} has no move. */
    if (n == 2 ? cited != 0 : !proven[n - 1].bounded || proven[n - 1].upper > cited)
        refuse("it cites %s for N = %d, and no certificate before it proves this bound or a lower one", digits(cited),
               n - 1);
}

/* ---- Duals ---------------------------------------------------------------------------------------------------------
 * A dual is a list of prices for the numbers and cuts of a whole pot. Together they pay for each pair, so no game gains
 * more than their sum.  The pairs are all (q, p) for which p / q is a prime. */

/* Returns the smallest prime factor of `*left`, and divides `*left` by the factor as often as possible. */
static int next_prime(const int *least, int *left) {
    int prime = least[*left];
    while (*left % prime == 0)
        *left /= prime;
    return prime;
}

static void check_dual(int n, Integer upper, Value *parts_value, Value *prices, Value *cuts) {
    if (n == 0)
        refuse("a dual must be about a whole pot {1, ..., N}, before the first move");
    Integer parts = number(parts_value, "\"parts\""), total = 0;
    if (parts < 1)
        refuse("the number of parts, %s, is not positive", digits(parts));

    size_t size = (size_t)n + 2;
    int *least = take(size, sizeof *least); /* the smallest prime factor of each number */
    work(4LL * n);
    for (int r = 2; r <= n; r++)
        for (long long m = least[r] == 0 ? r : n + 1LL; m <= n; m += r)
            if (least[m] == 0)
                least[m] = r;
    int *from = take(size, sizeof *from); /* p has a pair for each prime factor; its pairs begin at from[p] */
    for (int p = 1; p <= n; p++) {
        from[p + 1] = from[p];
        for (int left = p; left > 1; from[p + 1]++)
            next_prime(least, &left);
    }
    int *covering = take(size, sizeof *covering); /* the number of a cut's members that cover each number */
    bool *member = take(size, sizeof *member);
    Integer *paid = take((size_t)from[n + 1] + 1, sizeof *paid); /* the amount that cuts pay for each pair */

    for (Value *cut = first(array(cuts, "\"cuts\"")); cut != cuts->behind; cut = cut->behind) {
        if (cut->type != ARRAY || cut->count != 2)
            refuse("a cut of a dual is not a pair of a multiplier and an array");
        Integer price = number(first(cut), "the multiplier of a cut");
        Value *members = array(first(cut)->behind, "the numbers of a cut");
        if (price < 0)
            refuse("the multiplier %s of a cut is negative", digits(price));
        if (members->count < 2)
            refuse("a cut of a dual has fewer than two numbers");
        work(20LL * members->count); /* a number has at most seven different prime factors */
        total = plus(total, times(price, members->count - 1));
        for (Value *v = first(members); v != members->behind; v = v->behind) {
            Integer p = number(v, "a number of a cut");
            if (p < 2 || p > n)
                refuse("the number %s of a cut is not one of 2 to %d, and the upper end of no pair", digits(p), n);
            if (member[(int)p])
                refuse("the number %s is in a cut twice", digits(p));
            member[(int)p] = true;
            for (int left = (int)p; left > 1;)
                covering[(int)p / next_prime(least, &left)]++;
        }
        for (Value *v = first(members); v != members->behind; v = v->behind) {
            int p = (int)v->number, pair = from[p];
            for (int left = p; left > 1; pair++)
                if (covering[p / next_prime(least, &left)] > 1)
                    paid[pair] = plus(paid[pair], price);
        }
        for (Value *v = first(members); v != members->behind; v = v->behind) {
            member[(int)v->number] = false;
            for (int left = (int)v->number; left > 1;)
                covering[(int)v->number / next_prime(least, &left)] = 0;
        }
    }

    if (array(prices, "\"u\"")->count != n)
        refuse("\"u\" has not one integer for each number of the pot");
    Integer *u = take(size, sizeof *u);
    int p = 1;
    work(from[n + 1] + n);
    for (Value *price = first(prices); price != prices->behind; price = price->behind, p++) {
        u[p] = number(price, "a multiplier");
        if (u[p] < 0)
            refuse("the multiplier of %d is negative", p);
        total = plus(total, u[p]);
        int pair = from[p];
        for (int left = p; left > 1; pair++) {
            int q = p / next_prime(least, &left);
            if (plus(plus(u[q], u[p]), paid[pair]) < times(parts, p))
                refuse("the pair (%d, %d) is not paid for", q, p);
        }
    }
    if (total >= times(parts, plus(upper, 1)))
        refuse("the multipliers prove only a bound of %s/%s, which is above the claimed %s", digits(total),
               digits(parts), digits(upper));
}

/* ---- Certificates ------------------------------------------------------------------------------------------------ */

/* Checks a certificate.  Returns only if the certificate is valid.  If `learn`, later certificates may cite it. */
static void check_certificate(const char *start, size_t length, bool learn) {
    Value *format, *version, *game, *id, *claim, *proof, *claimed_score, *claimed_upper;
    READ_FIELDS(read_json(start, length), "the certificate", {"format", false, &format}, {"version", false, &version},
                {"game", false, &game}, {"position", false, &id}, {"claim", false, &claim}, {"proof", false, &proof});
    if (!is(format, "perfectplay"))
        refuse("the format is not \"perfectplay\"");
    if (number(version, "\"version\"") != 2)
        refuse("the version is %s and not 2", digits(version->number));
    if (!is(game, "taxman"))
        refuse("the game is not \"taxman\"");
    READ_FIELDS(claim, "the claim", {"score", false, &claimed_score}, {"upper", false, &claimed_upper});
    Integer score = number(claimed_score, "the claimed score"), upper = number(claimed_upper, "the claimed bound");

    if (score > upper)
        refuse("the claimed score %s is above the claimed bound %s", digits(score), digits(upper));

    Value *kind = field_of(proof, "kind"), *moves, *cuts, *tree, *rule, *cited_score, *cited_upper, *parts, *u;
    bool chained = kind != NULL && is(kind, "chain"), dual = kind != NULL && is(kind, "dual");
    if (chained)
        READ_FIELDS(proof, "the proof", {"kind", false, &kind}, {"moves", false, &moves}, {"rule", false, &rule},
                    {"score", true, &cited_score}, {"upper", true, &cited_upper});
    else if (dual)
        READ_FIELDS(proof, "the proof", {"kind", false, &kind}, {"moves", false, &moves}, {"parts", false, &parts},
                    {"u", false, &u}, {"cuts", false, &cuts});
    else if (kind != NULL && is(kind, "tree"))
        READ_FIELDS(proof, "the proof", {"kind", false, &kind}, {"moves", false, &moves}, {"cuts", false, &cuts},
                    {"tree", false, &tree});
    else
        refuse("the proof is neither of kind \"tree\" nor \"chain\" nor \"dual\"");

    Position position = {0};
    read_position(id, dual ? MAX_DUAL_N : MAX_TREE_N, &position);
    Integer reached = replay(&position, moves);
    if (reached != score)
        refuse("the moves score %s, and not the claimed %s", digits(reached), digits(score));
    if (chained)
        check_chain(position.whole, score, upper, rule, cited_score, cited_upper);
    else if (dual)
        check_dual(position.whole, upper, parts, u, cuts);
    else
        check_tree(&position, minus(upper, position.gained), cuts, tree);

    int n = position.whole;
    if (learn && n > 0) {
        if (!proven[n].bounded || upper < proven[n].upper)
            proven[n].upper = upper;
        proven[n].bounded = true;
        proven[n].optimal = proven[n].optimal || score == upper;
        if (n > last_checked)
            last_checked = n;
    }
    verdict.kind = VALID;
    int shown = id->count < 200 ? id->count : 200;
    if (score == upper)
        snprintf(verdict.text, sizeof verdict.text, "%s is the best score of %.*s%s", digits(score), shown, id->string,
                 shown < id->count ? "..." : "");
    else
        snprintf(verdict.text, sizeof verdict.text, "the best score of %.*s%s is between %s and %s", shown, id->string,
                 shown < id->count ? "..." : "", digits(score), digits(upper));
}

static void check(const char *start, size_t length, bool learn) {
    steps = 0;
    if (setjmp(verdict.back) == 0)
        check_certificate(start, length, learn);
    give_back();
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static int status; /* 0 if all certificates are valid, 1 if any is not, 2 if any cannot be read */

static void worse(int than) {
    if (than > status)
        status = than;
}

/* Prints a name, with control characters escaped. */
static void print_name(const char *name) {
    for (; *name != '\0'; name++)
        if ((unsigned char)*name < ' ' || *name == '\x7f')
            printf("\\x%02x", (unsigned)*name);
        else
            putchar(*name);
}

static void print_verdict(void) {
    static const char *const words[] = {"valid", "NOT valid", "not examined"};
    printf(": %s: %s\n", words[verdict.kind], verdict.text);
    if (verdict.kind != VALID)
        worse(1);
}

static void set_verdict(Kind kind, const char *why) {
    verdict.kind = kind;
    snprintf(verdict.text, sizeof verdict.text, "%s", why);
}

static char *buffer; /* room for MAX_BYTES, one byte more to detect longer texts, and a '\0' */

/* Returns whether a text has a certificate in each line: its first line must end with "}", and more text must
 * follow. (A single certificate may also have several lines.) */
static bool is_pack(const char *text, size_t length) {
    const char *newline = memchr(text, '\n', length);
    if (newline == NULL || newline == text || newline[-1] != '}')
        return false;
    for (const char *rest = newline; rest < text + length; rest++)
        if (strchr(" \t\r\n", *rest) == NULL || *rest == '\0')
            return true;
    return false;
}

static void check_pack(const char *name, char *start, char *end) {
    for (long line = 1; start < end; line++) {
        char *newline = memchr(start, '\n', (size_t)(end - start)), *stop = newline != NULL ? newline : end;
        *stop = '\0';
        check(start, (size_t)(stop - start), true);
        print_name(name);
        printf(":%ld", line);
        print_verdict();
        start = stop + 1;
    }
}

static void check_file(const char *name) {
    struct stat about;
    FILE *file = NULL;
    bool regular = stat(name, &about) == 0 && S_ISREG(about.st_mode);
    if (!regular && stat(name, &about) == 0) {
        set_verdict(NOT_EXAMINED, "it is not a file");
    } else if ((file = fopen(name, "rb")) == NULL) {
        fflush(stdout);
        perror(name);
        worse(2);
        return;
    } else {
        size_t length = fread(buffer, 1, MAX_BYTES + 1, file);
        buffer[length] = '\0';
        if (ferror(file))
            set_verdict(NOT_EXAMINED, "it cannot be read to its end");
        else if (length > MAX_BYTES)
            set_verdict(NOT_EXAMINED, "it has more than 16 MiB");
        else if (length >= 2 && (unsigned char)buffer[0] == 0x1f && (unsigned char)buffer[1] == 0x8b)
            set_verdict(NOT_EXAMINED, "it is compressed with gzip: send it through zcat, and check -");
        else if (length >= 6 && memcmp(buffer, "\xfd" "7zXZ", 6) == 0)
            set_verdict(NOT_EXAMINED, "it is compressed with xz: send it through xzcat, and check -");
        else if (is_pack(buffer, length)) {
            fclose(file);
            check_pack(name, buffer, buffer + length);
            return;
        } else
            check(buffer, length, true);
        fclose(file);
    }
    print_name(name);
    print_verdict();
}

/* Reads a line of standard input into the buffer, without the newline. Returns its length, or -1 after the last line.
 * Drops bytes beyond the size limit, except the first such byte. */
static long read_line(void) {
    static char block[1 << 16], *next = block, *end = block;
    size_t length = 0;
    for (bool ended = false, any = false; !ended; any = true) {
        if (next == end) {
            next = block;
            end = block + fread(block, 1, sizeof block, stdin);
            if (next == end) {
                if (!any)
                    return -1;
                break;
            }
        }
        char *newline = memchr(next, '\n', (size_t)(end - next)), *stop = newline != NULL ? newline : end;
        size_t room = MAX_BYTES + 1 - length, more = (size_t)(stop - next);
        memcpy(buffer + length, next, more < room ? more : room);
        length += more < room ? more : room;
        ended = newline != NULL;
        next = ended ? stop + 1 : stop;
    }
    buffer[length] = '\0';
    return (long)length;
}

/* Prints the N with a proven best score, or else the N with only a proven bound, as ranges such as "1-1439 1500". */
static void print_ranges(bool optimal, const char *title) {
    const char *before = title;
    for (int n = 1; n <= last_checked; n++) {
        int from = n;
        while (n <= last_checked && proven[n].bounded && proven[n].optimal == optimal)
            n++;
        if (n > from) {
            printf("%s%d", before, from);
            if (n > from + 1)
                printf("-%d", n - 1);
            before = " ";
        }
    }
    if (before != title)
        putchar('\n');
}

/* Checks the certificates on standard input, one in each line. Unless `each`, they may cite earlier ones. */
static void check_lines(bool each, bool talk) {
    long lines = 0, failures = 0, length;
    while ((length = read_line()) >= 0) {
        lines++;
        if (ferror(stdin))
            set_verdict(NOT_EXAMINED, "it cannot be read to its end");
        else if (length > (long)MAX_BYTES)
            set_verdict(NOT_EXAMINED, "it has more than 16 MiB");
        else
            check(buffer, (size_t)length, !each);
        failures += verdict.kind != VALID;
        if (talk || verdict.kind != VALID) {
            printf("-:%ld", lines);
            print_verdict();
        }
    }
    if (lines == 0 || ferror(stdin)) {
        fflush(stdout);
        fputs(ferror(stdin) ? "-: cannot be read to its end\n" : "-: there is no certificate\n", stderr);
        worse(2);
    }
    if (each)
        return;
    printf("-: %ld certificate%s, ", lines, lines == 1 ? "" : "s");
    if (failures == 0)
        puts(lines == 1 ? "valid" : "all valid");
    else
        printf("%ld of them NOT valid or not examined\n", failures);
    print_ranges(true, "proven optimal: N = ");
    print_ranges(false, "proven to lie between bounds: N = ");
}

static const char usage[] =
    "Usage: taxman-check [--lines | --each] FILE ...\n"
    "\n"
    "Checks certificates of perfect play in Taxman, in the order of their names: one may cite those before it.\n"
    "A FILE has one certificate; - is standard input, with one in each line:\n"
    "\n"
    "    xzcat certificates/taxman-*.xz | taxman-check -\n"
    "\n"
    "--lines gives a verdict for each line of standard input, not only for those that are not valid.\n"
    "--each does so, too, and no line may cite another: only the files named before.\n"
    "\n"
    "Exit status: 0 if all are valid, 1 if one is not valid or not examined, 2 if one cannot be read.\n";

int main(int count, char **arguments) {
    bool help = count == 2 && strcmp(arguments[1], "--help") == 0;
    bool each = count > 2 && strcmp(arguments[1], "--each") == 0;
    bool lines = each || (count > 2 && strcmp(arguments[1], "--lines") == 0);
    int next = lines ? 2 : 1;
    if (help || next == count || (arguments[next][0] == '-' && arguments[next][1] != '\0')) {
        fputs(usage, help ? stdout : stderr);
        return help ? 0 : 2;
    }
    buffer = malloc(MAX_BYTES + 2);
    values = malloc(MAX_VALUES * sizeof *values); /* a large request, but only pages that are used take memory */
    if (buffer == NULL || values == NULL) {
        fputs("taxman-check: there is not enough memory\n", stderr);
        return 2;
    }
    for (; next < count; next++)
        if (strcmp(arguments[next], "-") == 0)
            check_lines(each, lines);
        else
            check_file(arguments[next]);
    free(buffer);
    free(values);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("taxman-check: standard output");
        return 2;
    }
    return status;
}
