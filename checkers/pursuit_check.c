/* pursuit-check: checks certificates of arithmetical pursuit.
 *
 *     pursuit-check hit.json map.json
 *     xzcat certificates/pursuit/odds-*.json.xz | pursuit-check --each -
 *
 * A certificate says how near the numbers of a deal come to a target, how few of them hit each target, or how likely
 * random cards are to hit a random target.  docs/certificates-pursuit.md defines the format, and
 * docs/pursuit-theory.md (P1, P2 and P4) proves that a valid certificate is right.  This file was written from the
 * documentation alone, and shares no code with the solver or with the checker in Python.  Its parts are: verdicts,
 * whole numbers, memory, JSON, questions, formulae, multisets, values, the closure, maps, odds, certificates, files.
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
#define MAX_BYTES (32u << 20)    /* maximum size of one certificate */
#define MAX_VALUES (8u << 20)    /* maximum number of numbers, texts, arrays and objects in one certificate */
#define MAX_MEMORY (512u << 20)  /* maximum memory for one certificate */
#define MAX_DEPTH 100            /* maximum number of nested brackets, because the parser recurses for each */
#define MAX_CARDS 8              /* maximum number of cards in a deal */
#define MAX_NUMBER 1000000       /* the largest number on a card, and the largest target */
#define MAX_KINDS 64             /* maximum number of different numbers in a deck */
#define MAX_COPIES 1000          /* maximum number of cards with the same number */
#define MAX_STEPS 1000000000LL   /* maximum number of steps; a step splits a part or joins two values */
#define PAIR_OF_FRACTIONS 8      /* number of steps counted for a pair of values that may be fractions or negative */

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
 * the value after all members.  Fractions, true, false and characters outside ASCII are refused here, because no
 * certificate contains them. */

typedef enum { NUMBER, STRING, ARRAY, OBJECT, NOTHING } Type; /* NOTHING stands for null */

typedef struct Value {
    Type type;
    int count; /* members of an array, fields of an object (each a name and a value), or bytes of a string */
    struct Value *behind;
    union {
        Integer number;
        const char *string; /* `count` bytes, without a '\0' at the end */
    };
} Value;

static const char *text, *at, *text_end;
static Value *values, *unused; /* all values, and the next unused value */

static Value *new_value(void) {
    if (unused == values + MAX_VALUES)
        leave("it has more than %u values", MAX_VALUES);
    return unused++;
}

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
    Value *value = new_value();
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
                    Value *name = new_value();
                    name->type = STRING;
                    read_string(name);
                    name->behind = unused;
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
    } else if (strncmp(at, "null", 4) == 0) {
        value->type = NOTHING;
        at += 4;
    } else {
        not_json(at == text_end ? "the end of the text" : "something that has no place in a certificate");
    }
    value->behind = unused;
}

static Value *read_json(const char *start, size_t length) {
    text = at = start;
    text_end = start + length;
    unused = values;
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
    Value **place; /* gets the field's value */
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
        if (*fields[i].place == NULL)
            refuse("%s has no field \"%s\"", what, fields[i].name);
}

#define READ_FIELDS(object, what, ...) \
    read_fields(object, what, (const Field[]){__VA_ARGS__}, (int)(sizeof((const Field[]){__VA_ARGS__}) / sizeof(Field)))

/* ---- Questions ---------------------------------------------------------------------------------------------------
 * A deal is a deck whose cards are all dealt. */

typedef struct {
    int kinds; /* number of different numbers in the deck, which are ascending */
    int64_t number[MAX_KINDS];
    int copies[MAX_KINDS]; /* number of cards with each number */
    int dealt;             /* number of cards in a deal */
} Deck;

typedef enum { HIT_OR_NEAREST, MAP, ODDS } Task;

typedef struct {
    Task task;
    Deck deck;
    int64_t low, high; /* the first and the last target; equal for HIT_OR_NEAREST */
    bool use_all, fractions, positive;
    bool add, subtract, multiply, divide;
    bool signs; /* set if negative values matter (P2) */
    Value *id;
} Question;

static bool eat(const char **c, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*c, word, length) != 0)
        return false;
    *c += length;
    return true;
}

static int eat_number(const char **c, int most) {
    int number = 0;
    if (**c < '1' || **c > '9')
        refuse("\"position\" has something else where a positive number should be");
    for (; **c >= '0' && **c <= '9'; ++*c) {
        number = 10 * number + (**c - '0');
        if (number > most)
            leave("\"position\" has a number above %d where no more are examined", most);
    }
    return number;
}

static void add_card(Deck *deck, int number) {
    if (deck->dealt++ == MAX_CARDS)
        leave("more than %d numbers are dealt", MAX_CARDS);
    int i = 0;
    while (i < deck->kinds && deck->number[i] < number)
        i++;
    if (i == deck->kinds || deck->number[i] != number) {
        for (int j = deck->kinds++; j > i; j--) {
            deck->number[j] = deck->number[j - 1];
            deck->copies[j] = deck->copies[j - 1];
        }
        deck->number[i] = number;
        deck->copies[i] = 0;
    }
    deck->copies[i]++;
}

static void read_deck(const char **c, Deck *deck) {
    int cards = 0;
    do {
        int number = eat_number(c, MAX_NUMBER), i = deck->kinds++;
        if (i == MAX_KINDS)
            leave("the deck has more than %d different numbers", MAX_KINDS);
        if (i > 0 && deck->number[i - 1] >= number)
            refuse("the numbers of the deck are not in ascending order");
        if (!eat(c, "x"))
            refuse("\"position\" does not say how often the number %d is in the deck", number);
        deck->number[i] = number;
        cards += deck->copies[i] = eat_number(c, MAX_COPIES);
    } while (eat(c, "."));
    if (cards < deck->dealt)
        refuse("the deck has only %d cards, and %d are dealt", cards, deck->dealt);
}

static void read_rules(const char **c, Question *question) {
    bool *const words[] = {&question->use_all, &question->fractions, &question->positive};
    bool *const operators[] = {&question->add, &question->subtract, &question->multiply, &question->divide};
    static const char *const names[] = {"all", "fractions", "positive"}, *const letters[] = {"a", "s", "m", "d"};
    int next = 0, allowed = 0;
    do {
        while (next < 3 && !eat(c, names[next]))
            next++;
        if (next < 3) {
            *words[next++] = true;
            continue;
        }
        if (next++ > 3 || !eat(c, "ops-"))
            refuse("\"position\" has rules that there are not, or not in this order");
        for (int i = 0; i < 4; i++)
            allowed += *operators[i] = eat(c, letters[i]);
        if (allowed == 0 || allowed == 4)
            refuse("the rules of \"position\" allow %s", allowed == 0 ? "no operator" : "all operators in words");
    } while (eat(c, "."));
}

static void read_question(Value *id, Question *question) {
    if (id->type != STRING)
        refuse("\"position\" is not a string");
    char *copy = take((size_t)id->count + 1, 1);
    memcpy(copy, id->string, (size_t)id->count);
    const char *c = copy;
    Deck *deck = &question->deck;
    question->add = question->subtract = question->multiply = question->divide = true;
    if (!eat(&c, "pursuit:"))
        refuse("\"position\" is not a question of arithmetical pursuit");
    int number = eat_number(&c, MAX_NUMBER);
    if (eat(&c, "of")) {
        if (number > MAX_CARDS)
            leave("more than %d numbers are dealt", MAX_CARDS);
        question->task = ODDS;
        deck->dealt = number;
        read_deck(&c, deck);
    } else {
        add_card(deck, number);
        while (eat(&c, "."))
            add_card(deck, eat_number(&c, MAX_NUMBER));
    }
    if (!eat(&c, ":"))
        refuse("\"position\" has no target");
    question->low = question->high = eat_number(&c, MAX_NUMBER);
    if (eat(&c, "-")) {
        question->high = eat_number(&c, MAX_NUMBER);
        if (question->high < question->low)
            refuse("the range of targets ends before it begins");
        if (question->task != ODDS)
            question->task = MAP;
    } else if (question->task == ODDS) {
        refuse("\"position\" has no range of targets");
    }
    if (eat(&c, ":"))
        read_rules(&c, question);
    if (eat(&c, "/"))
        leave("moves have been made, and only deals are examined");
    if (c != copy + id->count)
        refuse("\"position\" is not a question of arithmetical pursuit");
    question->signs = question->subtract && !question->add && !question->positive;
    question->id = id;
}

/* Returns how many words are needed to store one bit for each target and at least one more bit. */
static size_t words_for(const Question *question) {
    return (size_t)(question->high - question->low + 1) / 64 + 1;
}

/* Sets the verdict to valid, and states the certificate's claim in words. */
__attribute__((format(printf, 2, 3))) static void conclude(const Question *question, const char *format, ...) {
    int shown = question->id->count < 200 ? question->id->count : 200;
    int length = snprintf(verdict.text, sizeof verdict.text, "%.*s%s: ", shown, question->id->string,
                          shown < question->id->count ? "..." : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(verdict.text + length, sizeof verdict.text - (size_t)length, format, arguments);
    va_end(arguments);
    verdict.kind = VALID;
}

/* ---- Formulae ---------------------------------------------------------------------------------------------------- */

static Integer common_divisor(Integer a, Integer b) {
    while (b != 0) {
        Integer rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

typedef struct {
    Integer over, under; /* in lowest terms; under is positive */
} Fraction;

static Fraction fraction(Integer over, Integer under) {
    Integer divisor = common_divisor(over, under);
    if (under < 0)
        divisor = -divisor;
    return (Fraction){over / divisor, under / divisor};
}

static Fraction operate(const Question *question, Value *operator, Fraction x, Fraction y) {
    Fraction result;
    if ((is(operator, "+") && question->add) || (is(operator, "-") && question->subtract)) {
        Integer left = times(x.over, y.under), right = times(y.over, x.under);
        result = fraction(is(operator, "+") ? plus(left, right) : minus(left, right), times(x.under, y.under));
    } else if (is(operator, "*") && question->multiply) {
        result = fraction(times(x.over, y.over), times(x.under, y.under));
    } else if (is(operator, "/") && question->divide) {
        if (y.over == 0)
            refuse("the formula divides by zero");
        result = fraction(times(x.over, y.under), times(x.under, y.over));
    } else {
        refuse("the formula has a text that is not an operator, or one that is not allowed");
    }
    if (!question->fractions && result.under != 1)
        refuse("the formula has the result %s/%s, which is not a whole number", digits(result.over),
               digits(result.under));
    if (question->positive && result.over <= 0)
        refuse("the formula has the result %s, which is not positive", digits(result.over));
    return result;
}

/* Returns the value of a formula in reverse Polish notation, which must be a whole number. */
static Integer value_of(const Question *question, Value *formula) {
    const Deck *deck = &question->deck;
    Fraction stack[MAX_CARDS];
    int height = 0, used = 0, uses[MAX_KINDS] = {0};
    for (Value *v = first(array(formula, "the formula")); v != formula->behind; v = v->behind) {
        if (v->type == STRING) {
            if (height < 2)
                refuse("the formula has an operator with fewer than two numbers before it");
            height--;
            stack[height - 1] = operate(question, v, stack[height - 1], stack[height]);
            continue;
        }
        Integer card = number(v, "a member of the formula that is not a string");
        int i = 0;
        while (i < deck->kinds && deck->number[i] != card)
            i++;
        if (i == deck->kinds || uses[i]++ == deck->copies[i])
            refuse("the formula uses %s more often than it was dealt", digits(card));
        used++;
        stack[height++] = (Fraction){card, 1};
    }
    if (height != 1)
        refuse("the formula leaves %d numbers and not one", height);
    if (question->use_all && used != deck->dealt)
        refuse("the formula uses %d of %d numbers, and all must be used", used, deck->dealt);
    if (stack[0].under != 1)
        refuse("the value of the formula is %s/%s, which is not a whole number", digits(stack[0].over),
               digits(stack[0].under));
    return stack[0].over;
}

/* ---- Multisets -----------------------------------------------------------------------------------------------------
 * A card is represented by the index of its number in the deck; cards are in ascending order. */

/* Fills cards[given .. size - 1] with the smallest cards of this or a later kind; false if there are too few. */
static bool fill(const Deck *deck, int *cards, int size, int given, int kind) {
    for (; kind < deck->kinds && given < size; kind++)
        for (int copy = 0; copy < deck->copies[kind] && given < size; copy++)
            cards[given++] = kind;
    return given == size;
}

/* Moves to the next multiset in lexicographic order. Returns false after the last one. */
static bool advance(const Deck *deck, int *cards, int size) {
    for (int i = size - 1; i >= 0; i--)
        if (fill(deck, cards, size, i, cards[i] + 1))
            return true;
    return false;
}

#define EACH_MULTISET(deck, cards, size) \
    for (bool more = fill(deck, cards, size, 0, 0); more; more = advance(deck, cards, size))

/* Returns the number of cards that equal the card at `place`, which must be the first of its kind. */
static int copies_at(const int *cards, int size, int place) {
    int end = place;
    while (end < size && cards[end] == cards[place])
        end++;
    return end - place;
}

static const char *names(const Deck *deck, const int *cards, int size) {
    static char shown[MAX_CARDS * 8 + 1];
    int length = 0;
    for (int i = 0; i < size; i++)
        length += snprintf(shown + length, sizeof shown - (size_t)length, "%s%lld", i > 0 ? " " : "",
                           (long long)deck->number[cards[i]]);
    return shown;
}

/* ---- Values ----------------------------------------------------------------------------------------------------- */

#define LARGEST ((int64_t)1 << 62) /* small enough that the sum of two such numbers fits into 64 bits */

typedef struct {
    int64_t over, under; /* in lowest terms, with absolute values of at most LARGEST; under is positive */
} Ratio;

/* Some cards of the deck, and the values of all formulae that use exactly these cards. */
typedef struct {
    uint64_t key; /* identifies the cards; see key_of() */
    int count;
    Ratio *value;
    uint64_t *hits; /* for odds: a bit for each target that can be hit with some or all of the cards */
} Part;

typedef struct {
    const Question *question;
    int64_t low, high; /* values from low to high are hits */
    uint64_t *hits;    /* gets a bit for each hit, counted from low; NULL if a hit refutes the claim */

    int parts;
    Part *part;
    uint64_t mask; /* for `slot`, a hash table with open addressing: a slot has a part's index plus 1, or 0 if free */
    int *slot;

    /* The part whose values are being computed. */
    const int *cards;
    int size;
    int64_t bound; /* larger results are left out (P4), or end the check if the bound is LARGEST */
    bool last;     /* set for a whole deal: its values are not combined further, so only hits matter */
    int count;     /* number of different values found so far */
    Ratio *value;
    uint64_t value_mask, room; /* for `value_slot`, a hash table of the values, which can grow */
    uint32_t *value_slot;
} Closure;

static inline void hit(Closure *closure, int64_t v) {
    if (v < closure->low || v > closure->high)
        return;
    if (closure->hits == NULL)
        refuse("%lld can be made of %s, which is nearer than what is claimed", (long long)v,
               names(&closure->question->deck, closure->cards, closure->size));
    uint64_t bit = (uint64_t)(v - closure->low);
    closure->hits[bit / 64] |= (uint64_t)1 << bit % 64;
}

static uint64_t scattered(uint64_t key) {
    key *= 0x9e3779b97f4a7c15u;
    return key >> 32 ^ key;
}

static uint64_t slot_of(const Closure *closure, Ratio value) {
    uint64_t at_slot = scattered((uint64_t)value.over + scattered((uint64_t)value.under)) & closure->value_mask;
    for (uint32_t i; (i = closure->value_slot[at_slot]) != 0; at_slot = (at_slot + 1) & closure->value_mask)
        if (closure->value[i - 1].over == value.over && closure->value[i - 1].under == value.under)
            break;
    return at_slot;
}

/* Clears the hash table of values, enlarges it if necessary, and inserts the present values again. */
static void set_slots(Closure *closure, uint64_t slots) {
    if (slots > closure->room) {
        closure->room = slots;
        closure->value_slot = take(slots, sizeof *closure->value_slot);
        Ratio *value = take(slots / 2 + 1, sizeof *value);
        if (closure->count > 0)
            memcpy(value, closure->value, (size_t)closure->count * sizeof *value);
        closure->value = value;
    }
    memset(closure->value_slot, 0, slots * sizeof *closure->value_slot);
    closure->value_mask = slots - 1;
    for (int i = 0; i < closure->count; i++)
        closure->value_slot[slot_of(closure, closure->value[i])] = (uint32_t)i + 1;
}

static void insert(Closure *closure, Ratio value) {
    uint64_t at_slot = slot_of(closure, value);
    if (closure->value_slot[at_slot] != 0)
        return;
    closure->value[closure->count] = value;
    closure->value_slot[at_slot] = (uint32_t)++closure->count;
    if ((uint64_t)closure->count * 2 > closure->value_mask)
        set_slots(closure, 2 * (closure->value_mask + 1));
}

static _Noreturn void too_large_a_value(void) {
    leave("a value of a part has more than 62 bits");
}

/* Adds a result that is a whole number. */
static inline void result(Closure *closure, int64_t v) {
    if (v > closure->bound || v < -closure->bound) {
        if (closure->bound == LARGEST)
            too_large_a_value();
        return;
    }
    if (closure->last)
        hit(closure, v);
    else
        insert(closure, (Ratio){v, 1});
}

/* Adds the results of all pairs of values that are whole and not negative. By Lemma 1, |x - y| is enough: negative
 * differences can be left out. */
static void join_whole(Closure *closure, const Part *a, const Part *b) {
    const Question *question = closure->question;
    bool zero = !question->positive;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            int64_t x = a->value[i].over, y = b->value[j].over, product;
            int64_t large = x > y ? x : y, small = x > y ? y : x;
            if (question->add)
                result(closure, x + y);
            if (question->subtract && (zero || large > small))
                result(closure, large - small);
            if (question->multiply) {
                if (!__builtin_mul_overflow(x, y, &product))
                    result(closure, product);
                else if (closure->bound == LARGEST)
                    too_large_a_value();
            }
            if (question->divide && large > 0) {
                if (small == 0)
                    result(closure, 0);
                else if (large <= UINT32_MAX && (uint32_t)large % (uint32_t)small == 0) /* 3 times as fast as 64 bits */
                    result(closure, (uint32_t)large / (uint32_t)small);
                else if (large > UINT32_MAX && large % small == 0)
                    result(closure, large / small);
            }
        }
}

static uint64_t common_divisor_of_two_words(uint64_t a, uint64_t b) {
    if (a == 0 || b == 0)
        return a | b;
    int twos = __builtin_ctzll(a | b);
    a >>= __builtin_ctzll(a);
    while (b != 0) {
        b >>= __builtin_ctzll(b);
        uint64_t less = a < b ? a : b;
        b = a < b ? b - a : a - b;
        a = less;
    }
    return a << twos;
}

/* Adds the quotient of two numbers of at most 126 bits; `under` must not be 0. */
static void quotient(Closure *closure, Integer over, Integer under) {
    if (under < 0) {
        over = -over;
        under = -under;
    }
    if (closure->question->positive && over <= 0)
        return;
    bool small = over <= INT64_MAX && over >= -INT64_MAX && under <= INT64_MAX;
    if (closure->last || !closure->question->fractions) { /* add only whole quotients */
        if (small ? (int64_t)over % (int64_t)under != 0 : over % under != 0)
            return;
        Integer whole = small ? (int64_t)over / (int64_t)under : over / under;
        if (whole <= INT64_MAX && whole >= -INT64_MAX)
            result(closure, (int64_t)whole);
        else if (closure->bound == LARGEST)
            too_large_a_value();
        return;
    }
    Integer size = over < 0 ? -over : over;
    Integer divisor = under == 1 ? 1
                      : small    ? (Integer)common_divisor_of_two_words((uint64_t)size, (uint64_t)under)
                                 : common_divisor(size, under);
    over /= divisor;
    under /= divisor;
    if (over > LARGEST || over < -LARGEST || under > LARGEST)
        too_large_a_value();
    insert(closure, (Ratio){(int64_t)over, (int64_t)under});
}

/* Adds the results of all pairs of values. No product of two numerators or denominators has more than 124 bits. */
static void join_fractions(Closure *closure, const Part *a, const Part *b) {
    const Question *question = closure->question;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            Ratio x = a->value[i], y = b->value[j];
            Integer left = (Integer)x.over * y.under, right = (Integer)y.over * x.under;
            Integer under = (Integer)x.under * y.under;
            if (question->add)
                quotient(closure, left + right, under);
            if (question->subtract) {
                if (question->signs || left >= right)
                    quotient(closure, left - right, under);
                if (question->signs || left < right)
                    quotient(closure, right - left, under);
            }
            if (question->multiply)
                quotient(closure, (Integer)x.over * y.over, under);
            if (question->divide && right != 0)
                quotient(closure, left, right);
            if (question->divide && left != 0)
                quotient(closure, right, left);
        }
}

/* ---- The closure ------------------------------------------------------------------------------------------------ */

static uint64_t key_with(uint64_t key, int card) {
    return key << 8 | (uint64_t)(card + 1);
}

static uint64_t key_of(const int *cards, int size) {
    uint64_t key = 0;
    for (int i = 0; i < size; i++)
        key = key_with(key, cards[i]);
    return key;
}

static int *part_slot(const Closure *closure, uint64_t key) {
    uint64_t at_slot = scattered(key) & closure->mask;
    for (int i; (i = closure->slot[at_slot]) != 0 && closure->part[i - 1].key != key;)
        at_slot = (at_slot + 1) & closure->mask;
    return &closure->slot[at_slot];
}

static const Part *find(const Closure *closure, uint64_t key) {
    return &closure->part[*part_slot(closure, key) - 1];
}

/* Returns the bound H B(D \ A) of P4 for the cards A. D is the deal that consists of A and the largest other cards of
 * the deck. */
static int64_t bound_beside(const Deck *deck, const int *cards, int size, int64_t high) {
    Integer bound = high > 2 ? high : 2;
    int left = deck->dealt - size, next = size - 1;
    for (int kind = deck->kinds - 1; kind >= 0; kind--) {
        int copies = deck->copies[kind];
        for (; next >= 0 && cards[next] == kind; next--)
            copies--;
        for (; copies > 0 && left > 0 && bound < LARGEST; copies--, left--)
            bound *= deck->number[kind] > 2 ? deck->number[kind] : 2;
    }
    return bound < LARGEST ? (int64_t)bound : LARGEST;
}

/* Finds the values of all formulae that use all the given cards. For a whole deal, it only looks for hits. */
static void find_values(Closure *closure, const int *cards, int size) {
    const Question *question = closure->question;
    closure->cards = cards;
    closure->size = size;
    closure->last = size == question->deck.dealt;
    closure->bound = question->fractions && !closure->last
                         ? LARGEST
                         : bound_beside(&question->deck, cards, size, closure->high);
    closure->count = 0;
    set_slots(closure, 64);
    if (size == 1) {
        if (closure->last)
            hit(closure, question->deck.number[cards[0]]);
        else
            insert(closure, (Ratio){question->deck.number[cards[0]], 1});
        return;
    }
    int kinds = 0, kind[MAX_CARDS], copies[MAX_CARDS], splits = 1;
    for (int i = 0; i < size; i += copies[kinds++]) {
        kind[kinds] = cards[i];
        copies[kinds] = copies_at(cards, size, i);
        splits *= copies[kinds] + 1;
    }
    /* Represent each split by a number in mixed radix (P3). Half of them are enough: the others swap the two sides. */
    for (int split = 1; 2 * split <= splits - 1; split++) {
        uint64_t one = 0, other = 0;
        for (int i = 0, left = split; i < kinds; left /= copies[i++] + 1)
            for (int copy = 0; copy < copies[i]; copy++)
                if (copy < left % (copies[i] + 1))
                    one = key_with(one, kind[i]);
                else
                    other = key_with(other, kind[i]);
        const Part *a = find(closure, one), *b = find(closure, other);
        bool whole = !question->fractions && !question->signs;
        work(1 + (long long)a->count * b->count * (whole ? 1 : PAIR_OF_FRACTIONS));
        (whole ? join_whole : join_fractions)(closure, a, b);
    }
}

/* Sets the bits of the targets that can be hit with some, but not all of the cards. */
static void add_hits_of_fewer(const Closure *closure, const int *cards, int size, uint64_t *hits, size_t words) {
    for (int i = 0; i < size && size > 1; i += copies_at(cards, size, i)) {
        int rest[MAX_CARDS];
        memcpy(rest, cards, (size_t)size * sizeof *rest);
        memmove(rest + i, rest + i + 1, (size_t)(size - 1 - i) * sizeof *rest);
        const Part *part = find(closure, key_of(rest, size - 1));
        work((long long)words / 64);
        for (size_t word = 0; word < words; word++)
            hits[word] |= part->hits[word];
    }
}

static void start(Closure *closure) {
    const Deck *deck = &closure->question->deck;
    int cards[MAX_CARDS], parts = 0;
    for (int size = 1; size < deck->dealt; size++)
        EACH_MULTISET(deck, cards, size) {
            if ((size_t)++parts > MAX_MEMORY / sizeof *closure->part)
                leave("it takes more than %u MiB of memory", MAX_MEMORY >> 20);
            work(1);
        }
    size_t slots = 2;
    while (slots < 2 * (size_t)parts)
        slots *= 2;
    closure->part = take((size_t)parts + 1, sizeof *closure->part);
    closure->slot = take(slots, sizeof *closure->slot);
    closure->mask = slots - 1;
}

/* Finds and stores the values of a part. The values of all smaller parts must be known. */
static void add_part(Closure *closure, const int *cards, int size) {
    const Question *question = closure->question;
    find_values(closure, cards, size);
    Part *part = &closure->part[closure->parts++];
    *part = (Part){key_of(cards, size), closure->count, take((size_t)closure->count + 1, sizeof(Ratio)), NULL};
    memcpy(part->value, closure->value, (size_t)closure->count * sizeof *part->value);
    *part_slot(closure, part->key) = closure->parts;
    if (question->use_all)
        return;
    if (question->task == ODDS) {
        size_t words = words_for(question);
        part->hits = closure->hits = take(words, sizeof *part->hits);
        add_hits_of_fewer(closure, cards, size, part->hits, words);
    }
    for (int i = 0; i < part->count; i++)
        if (part->value[i].under == 1)
            hit(closure, part->value[i].over);
}

/* ---- One deal --------------------------------------------------------------------------------------------------- */

/* Finds the values of the parts of a deal, smaller parts first, and then the hits of the whole deal. Unless `fewest` is
 * NULL, writes to it the least number of cards that hit each target. */
static void find_fewest(Closure *closure, char *fewest) {
    const Deck *deck = &closure->question->deck;
    int cards[MAX_CARDS];
    start(closure);
    for (int size = 1; size <= deck->dealt; size++) {
        if (size < deck->dealt)
            EACH_MULTISET(deck, cards, size)
                add_part(closure, cards, size);
        else if (fill(deck, cards, size, 0, 0))
            find_values(closure, cards, size);
        for (int64_t i = 0; fewest != NULL && i <= closure->high - closure->low; i++)
            if (fewest[i] == '0' && (closure->hits[i / 64] >> i % 64 & 1) != 0)
                fewest[i] = (char)('0' + size);
    }
}

static void check_nearest(const Question *question, Value *value, Integer distance, Value *formula) {
    Integer target = question->low, low, high;
    if (value->type == NOTHING) {
        if (!question->use_all || question->deck.dealt == 1)
            refuse("the value is null, but some number of the deal can be had by itself");
        if (formula->type != NOTHING)
            refuse("the value is null, and the formula is not");
        if (distance != target)
            refuse("the distance of nothing is %s and not %s", digits(target), digits(distance));
        low = 0;
        high = times(2, target);
    } else {
        if (distance == 0)
            refuse("a distance of 0 is proven by a formula alone");
        if (question->use_all && question->deck.dealt > 1 && distance > target)
            refuse("nothing at all, which counts as 0, is nearer than %s", digits(value->number));
        low = plus(minus(target, distance), 1);
        high = minus(plus(target, distance), 1);
    }
    Closure closure = {
        .question = question,
        .low = low > -LARGEST ? (int64_t)low : -LARGEST,
        .high = high < LARGEST ? (int64_t)high : LARGEST,
    };
    find_fewest(&closure, NULL);
}

static void check_hit_or_nearest(const Question *question, Value *claim, Value *proof, bool closure) {
    Value *value, *claimed_distance, *kind, *formula;
    READ_FIELDS(claim, "the claim", {"value", &value}, {"distance", &claimed_distance});
    READ_FIELDS(proof, "the proof", {"kind", &kind}, {"formula", &formula});
    Integer target = question->low, distance = number(claimed_distance, "the claimed distance");
    if (value->type != NOTHING || !closure) {
        Integer claimed = number(value, "the claimed value"), made = value_of(question, formula);
        if (made != claimed)
            refuse("the formula makes %s, and not the claimed %s", digits(made), digits(claimed));
        Integer off = made > target ? minus(made, target) : minus(target, made);
        if (off != distance)
            refuse("the distance is %s, and not the claimed %s", digits(off), digits(distance));
        if (!closure && distance != 0)
            refuse("a formula alone proves a distance of 0, and no other");
    }
    if (closure)
        check_nearest(question, value, distance, formula);
    if (distance == 0)
        conclude(question, "the target can be hit");
    else if (value->type == NOTHING)
        conclude(question, "nothing comes nearer than 0");
    else
        conclude(question, "nothing comes nearer than %s", digits(value->number));
}

static void check_map(const Question *question, Value *claim, Value *proof) {
    Value *count, *fewest, *kind;
    READ_FIELDS(claim, "the claim", {"count", &count}, {"fewest", &fewest});
    READ_FIELDS(proof, "the proof", {"kind", &kind});
    size_t width = (size_t)(question->high - question->low) + 1;
    if (fewest->type != STRING || (size_t)fewest->count != width)
        refuse("\"fewest\" is not a text with a digit for each of the %zu targets", width);
    Closure closure = {
        .question = question,
        .low = question->low,
        .high = question->high,
        .hits = take(words_for(question), sizeof *closure.hits),
    };
    char *found = take(width, 1);
    memset(found, '0', width);
    find_fewest(&closure, found);
    int hits = 0;
    for (size_t i = 0; i < width; i++) {
        hits += found[i] != '0';
        if (found[i] != fewest->string[i])
            refuse("the fewest numbers for %lld are %c, and \"fewest\" has something else (0 stands for none)",
                   (long long)question->low + (long long)i, found[i]);
    }
    if (number(count, "\"count\"") != hits)
        refuse("%d targets can be hit, and not the claimed %s", hits, digits(count->number));
    conclude(question, "%d of %zu targets can be hit", hits, width);
}

/* ---- Odds ------------------------------------------------------------------------------------------------------- */

static Integer ways(const Deck *deck, const int *cards, int size) {
    Integer product = 1;
    for (int i = 0, copies; i < size; i += copies) {
        Integer choices = 1;
        copies = copies_at(cards, size, i);
        for (int k = 0; k < copies; k++) /* the result is always a binomial coefficient, so the division is exact */
            choices = times(choices, deck->copies[cards[i]] - k) / (k + 1);
        product = times(product, choices);
    }
    return product;
}

/* Reads a map: a hexadecimal number with a bit for each target. */
static void read_map(Value *map, size_t width, uint64_t *bits, size_t words) {
    static const char hexadecimal[] = "0123456789abcdef";
    size_t length = (width + 3) / 4;
    if (map->type != STRING || (size_t)map->count != length)
        refuse("a map is not a text of %zu hexadecimal digits", length);
    memset(bits, 0, words * sizeof *bits);
    for (size_t i = 0; i < length; i++) {
        char c = map->string[length - 1 - i];
        const char *digit = c == '\0' ? NULL : strchr(hexadecimal, c);
        if (digit == NULL)
            refuse("a map has something else than the digits 0 to 9 and a to f");
        bits[i / 16] |= (uint64_t)(digit - hexadecimal) << i % 16 * 4;
    }
    if (bits[words - 1] >> width % 64 != 0)
        refuse("a map has bits for more than the %zu targets", width);
}

/* Returns the map of a row, after checking that the row is about this deal and has this weight. */
static Value *map_of(Value *row, const Deck *deck, const int *cards, Integer weight) {
    if (row->type != ARRAY || row->count != 3)
        refuse("a row of \"maps\" is not an array of a deal, a weight and a map");
    Value *deal = array(first(row), "the deal of a row"), *card = first(deal);
    bool same = deal->count == deck->dealt;
    for (int i = 0; same && i < deck->dealt; i++, card = card->behind)
        same = number(card, "a number of a deal") == deck->number[cards[i]];
    if (!same)
        refuse("where the map of the deal %s should be, there is another one", names(deck, cards, deck->dealt));
    if (number(deal->behind, "a weight") != weight)
        refuse("the deal %s can be dealt in %s ways, and not in %s", names(deck, cards, deck->dealt), digits(weight),
               digits(deal->behind->number));
    return deal->behind->behind;
}

static void compare(Integer found, Value *claimed, const char *name) {
    if (number(claimed, name) != found)
        refuse("%s is %s, and not the claimed %s", name, digits(found), digits(claimed->number));
}

static void check_odds(const Question *question, Value *claim, Value *proof) {
    const Deck *deck = &question->deck;
    Value *deals, *distinct_deals, *hits, *certain_deals, *numerator, *denominator, *kind, *maps;
    READ_FIELDS(claim, "the claim", {"deals", &deals}, {"distinct_deals", &distinct_deals}, {"hits", &hits},
                {"certain_deals", &certain_deals}, {"numerator", &numerator}, {"denominator", &denominator});
    READ_FIELDS(proof, "the proof", {"kind", &kind}, {"maps", &maps});
    array(maps, "\"maps\"");

    /* Check the sums first, because checking the maps takes longer. */
    size_t width = (size_t)(question->high - question->low) + 1, words = words_for(question);
    uint64_t *claimed = take(words, sizeof *claimed), *found = take(words, sizeof *found);
    int cards[MAX_CARDS];
    Integer all = 0, rows = 0, bits = 0, certain = 0, chances = 0;
    Value *row = first(maps);
    EACH_MULTISET(deck, cards, deck->dealt) {
        if (row == maps->behind)
            refuse("\"maps\" has no row for the deal %s", names(deck, cards, deck->dealt));
        Integer weight = ways(deck, cards, deck->dealt);
        read_map(map_of(row, deck, cards, weight), width, claimed, words);
        size_t ones = 0;
        for (size_t word = 0; word < words; word++)
            ones += (size_t)__builtin_popcountll(claimed[word]);
        all = plus(all, weight);
        rows++;
        bits += (Integer)ones;
        certain += ones == width;
        chances = plus(chances, times(weight, (Integer)ones));
        row = row->behind;
    }
    if (row != maps->behind)
        refuse("\"maps\" has more rows than there are deals");
    Fraction chance = fraction(chances, times(all, (Integer)width));
    compare(all, deals, "\"deals\"");
    compare(rows, distinct_deals, "\"distinct_deals\"");
    compare(bits, hits, "\"hits\"");
    compare(certain, certain_deals, "\"certain_deals\"");
    compare(chance.over, numerator, "\"numerator\"");
    compare(chance.under, denominator, "\"denominator\"");

    Closure closure = {.question = question, .low = question->low, .high = question->high};
    start(&closure);
    for (int size = 1; size < deck->dealt; size++)
        EACH_MULTISET(deck, cards, size)
            add_part(&closure, cards, size);
    row = first(maps);
    EACH_MULTISET(deck, cards, deck->dealt) {
        memset(found, 0, words * sizeof *found);
        if (!question->use_all)
            add_hits_of_fewer(&closure, cards, deck->dealt, found, words);
        closure.hits = found;
        find_values(&closure, cards, deck->dealt);
        read_map(first(row)->behind->behind, width, claimed, words);
        for (size_t word = 0; word < words; word++)
            if (found[word] != claimed[word])
                refuse("the map of the deal %s is wrong about the target %lld", names(deck, cards, deck->dealt),
                       (long long)question->low + (long long)word * 64 + __builtin_ctzll(found[word] ^ claimed[word]));
        row = row->behind;
    }
    conclude(question, "the chance of a hit is %s/%s", digits(chance.over), digits(chance.under));
}

/* ---- Certificates ------------------------------------------------------------------------------------------------ */

/* Checks a certificate.  Returns only if the certificate is valid. */
static void check_certificate(const char *start_of_text, size_t length) {
    Value *format, *version, *game, *id, *claim, *proof;
    READ_FIELDS(read_json(start_of_text, length), "the certificate", {"format", &format}, {"version", &version},
                {"game", &game}, {"position", &id}, {"claim", &claim}, {"proof", &proof});
    if (!is(format, "perfectplay"))
        refuse("the format is not \"perfectplay\"");
    if (number(version, "\"version\"") != 2)
        refuse("the version is %s and not 2", digits(version->number));
    if (!is(game, "pursuit"))
        refuse("the game is not \"pursuit\"");
    Question question = {0};
    read_question(id, &question);

    Value *kind = field_of(proof, "kind");
    bool formula = kind != NULL && is(kind, "formula"), closure = kind != NULL && is(kind, "closure");
    if (question.task == HIT_OR_NEAREST && (formula || closure))
        check_hit_or_nearest(&question, claim, proof, closure);
    else if (question.task == MAP && closure)
        check_map(&question, claim, proof);
    else if (question.task == ODDS && kind != NULL && is(kind, "odds"))
        check_odds(&question, claim, proof);
    else
        refuse("the proof is not of a kind that answers this question");
}

static void check(const char *start_of_text, size_t length) {
    steps = 0;
    if (setjmp(verdict.back) == 0)
        check_certificate(start_of_text, length);
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
            set_verdict(NOT_EXAMINED, "it has more than 32 MiB");
        else if (length >= 2 && (unsigned char)buffer[0] == 0x1f && (unsigned char)buffer[1] == 0x8b)
            set_verdict(NOT_EXAMINED, "it is compressed with gzip: send it through zcat, and check -");
        else if (length >= 6 && memcmp(buffer, "\xfd" "7zXZ", 6) == 0)
            set_verdict(NOT_EXAMINED, "it is compressed with xz: send it through xzcat, and check -");
        else
            check(buffer, length);
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

/* Checks the certificates on standard input, one in each line. */
static void check_lines(bool each) {
    long lines = 0, failures = 0, length;
    while ((length = read_line()) >= 0) {
        lines++;
        if (ferror(stdin))
            set_verdict(NOT_EXAMINED, "it cannot be read to its end");
        else if (length > (long)MAX_BYTES)
            set_verdict(NOT_EXAMINED, "it has more than 32 MiB");
        else
            check(buffer, (size_t)length);
        failures += verdict.kind != VALID;
        if (each || verdict.kind != VALID) {
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
}

static const char usage[] =
    "Usage: pursuit-check [--each] FILE ...\n"
    "\n"
    "Checks certificates of arithmetical pursuit.\n"
    "A FILE has one certificate; - is standard input, with one in each line:\n"
    "\n"
    "    xzcat certificates/pursuit/odds-*.json.xz | pursuit-check --each -\n"
    "\n"
    "--each gives a verdict for each line of standard input, not only for those that are not valid.\n"
    "\n"
    "Exit status: 0 if all are valid, 1 if one is not valid or not examined, 2 if one cannot be read.\n";

int main(int count, char **arguments) {
    bool help = count == 2 && strcmp(arguments[1], "--help") == 0;
    bool each = count > 2 && strcmp(arguments[1], "--each") == 0;
    int next = each ? 2 : 1;
    if (help || next == count || (arguments[next][0] == '-' && arguments[next][1] != '\0')) {
        fputs(usage, help ? stdout : stderr);
        return help ? 0 : 2;
    }
    buffer = malloc(MAX_BYTES + 2);
    values = malloc(MAX_VALUES * sizeof *values); /* a large request, but only pages that are used take memory */
    if (buffer == NULL || values == NULL) {
        fputs("pursuit-check: there is not enough memory\n", stderr);
        return 2;
    }
    for (; next < count; next++)
        if (strcmp(arguments[next], "-") == 0)
            check_lines(each);
        else
            check_file(arguments[next]);
    free(buffer);
    free(values);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("pursuit-check: standard output");
        return 2;
    }
    return status;
}
