/* The values of one deal.  perfectplay.pursuit.kernels.reach declares these kernels, and explains parts and splits.
 * Integers stay below 2^62, as the callers ensure (see perfectplay.pursuit.search.values). */

/* Pages in a browser call these kernels, too. */

#include "kernels.h"

/* The bits of `flags`. */
enum { PLUS = 1, MINUS = 2, TIMES = 4, OVER = 8, ZERO = 16, SIGNED = 32 };

static const int64_t EXACT = (int64_t)1 << 50;
static const uint64_t MULTIPLIER = 0x9E3779B97F4A7C15;

/* Returns x / y if y divides x, and -1 otherwise; x >= 0, y > 0. Avoids slow division for x below 2^50: the rounded
 * product of x and 1 / y then equals x / y if y divides x. */
static int64_t quotient(int64_t x, int64_t y) {
    int64_t q = x < EXACT ? (int64_t)((double)x * (1.0 / (double)y) + 0.5) : x / y;
    return q * y == x ? q : -1;
}

/* Returns whether the splits first to last - 1 can belong to part s: they may only refer to earlier parts. */
static bool precede(const int64_t *splits, int64_t first, int64_t last, int64_t s) {
    for (int64_t i = 2 * first; i < 2 * last; i++)
        if (splits[i] < 0 || splits[i] >= s)
            return false;
    return true;
}

/* Returns whether `bounds` has valid offsets for n parts, and the splits of all parts except the last are valid. */
static bool are_parts(const int64_t *splits, const int64_t *bounds, int64_t n, int64_t m) {
    if (n < 1 || !rise(bounds, n + 1, m))
        return false;
    for (int64_t s = 0; s < n - 1; s++)
        if (!precede(splits, bounds[s], bounds[s + 1], s))
            return false;
    return true;
}

/* The two parts of a split, as ranges of values; `one` has at most as many values as `other`. */
typedef struct {
    int64_t one, one_end, other, other_end;
} Split;

static Split split_at(const int64_t *splits, const int64_t *start, int64_t k) {
    int64_t a = splits[2 * k], b = splits[2 * k + 1];
    if (start[a + 1] - start[a] > start[b + 1] - start[b]) {
        int64_t swapped = a;
        a = b;
        b = swapped;
    }
    return (Split){start[a], start[a + 1], start[b], start[b + 1]};
}

/* ---- Whole numbers ----------------------------------------------------------------------------------------------- */

/* The values of the current part so far. Each small value has a byte, which is zero between parts. Larger and negative
 * values are in a hash table with open addressing. Entry i is free unless owners[i] is the current part, so the table
 * need not be cleared. */
typedef struct {
    uint8_t *seen;
    int64_t small;
    Room room; /* memory of the table */
    int64_t *keys;
    int64_t *owners;
    int64_t length; /* size of the table, a power of two */
} Met;

/* Adds a value to part `owner` if it is new; returns the part's size. */
static inline int64_t put(Met *met, int64_t *values, int64_t size, int64_t value, int64_t owner) {
    if (value >= 0 && value < met->small) {
        if (met->seen[value])
            return size;
        met->seen[value] = 1;
    } else {
        int64_t mask = met->length - 1, *keys = met->keys, *owners = met->owners;
        int64_t i = (int64_t)((uint64_t)value * MULTIPLIER >> 32) & mask;
        while (owners[i] == owner) {
            if (keys[i] == value)
                return size;
            i = (i + 1) & mask;
        }
        owners[i] = owner;
        keys[i] = value;
    }
    values[size] = value;
    return size + 1;
}

/* Makes a hash table for at least `room` values, and inserts the given values of part `owner`. */
static bool rehash(Met *met, const int64_t *values, int64_t size, int64_t owner, int64_t room) {
    int64_t length = 1024;
    while (length < 2 * room)
        length *= 2;
    leave_room(&met->room);
    met->keys = ZEROS(&met->room, int64_t, length);
    met->owners = ZEROS(&met->room, int64_t, length);
    met->length = length;
    if (met->room.failed)
        return false;
    for (int64_t k = 0; k < size; k++) {
        int64_t value = values[k];
        if (value >= 0 && value < met->small)
            continue;
        int64_t i = (int64_t)((uint64_t)value * MULTIPLIER >> 32) & (length - 1);
        while (met->owners[i] == owner)
            i = (i + 1) & (length - 1);
        met->owners[i] = owner;
        met->keys[i] = value;
    }
    return true;
}

/* Adds all results of combining y with each value of `other`; `values` must have room for six results per pair. */
static int64_t join(Met *met, int64_t *values, int64_t size, int64_t y, const int64_t *other, int64_t width, int64_t cap,
                    int64_t flags, int64_t owner) {
    bool zero = flags & ZERO, negative = flags & SIGNED;
    int64_t high = y != 0 ? cap / absolute(y) : INT64_MAX;
    for (int64_t j = 0; j < width; j++) {
        int64_t x = other[j];
        if (flags & PLUS) {
            int64_t v = x + y;
            if (absolute(v) <= cap && (v != 0 || zero))
                size = put(met, values, size, v, owner);
        }
        if (flags & MINUS) {
            int64_t v = absolute(x - y);
            if (v <= cap && (v != 0 || zero)) {
                size = put(met, values, size, v, owner);
                if (negative)
                    size = put(met, values, size, -v, owner);
            }
        }
        if (flags & TIMES && absolute(x) <= high) {
            int64_t v = x * y;
            if (v != 0 || zero)
                size = put(met, values, size, v, owner);
        }
        if (flags & OVER) {
            bool falls = absolute(x) >= absolute(y);
            int64_t big = falls ? x : y, little = falls ? y : x;
            if (little != 0) {
                int64_t q = quotient(absolute(big), absolute(little));
                if (q > 0 && q <= cap)
                    size = put(met, values, size, (big > 0) == (little > 0) ? q : -q, owner);
            } else if (big != 0 && zero) {
                size = put(met, values, size, 0, owner);
            }
        }
    }
    return size;
}

static Status find_whole(const int64_t *numbers, const int64_t *singles, const int64_t *splits, const int64_t *bounds,
                         const int64_t *caps, int64_t flags, int64_t parts, Met *met, Array *pool, int64_t *start) {
    for (int64_t s = 1; s < parts; s++) {
        int64_t begin = start[s], size = 0;
        if (!reserve(pool, begin + 1, sizeof(int64_t)))
            return NO_MEMORY;
        if (singles[s] != 0)
            ((int64_t *)pool->data)[begin + size++] = numbers[s];
        bool hashed = caps[s] >= met->small || (flags & SIGNED) != 0;
        for (int64_t k = bounds[s]; k < bounds[s + 1]; k++) {
            Split split = split_at(splits, start, k);
            int64_t width = split.other_end - split.other;
            for (int64_t i = split.one; i < split.one_end; i++) {
                int64_t most = size + 6 * width;
                if (!reserve(pool, begin + most, sizeof(int64_t)))
                    return NO_MEMORY;
                int64_t *values = pool->data;
                if (hashed && 2 * most >= met->length && !rehash(met, values + begin, size, s, most))
                    return NO_MEMORY;
                size = join(met, values + begin, size, values[i], values + split.other, width, caps[s], flags, s);
            }
        }
        start[s + 1] = begin + size;
        const int64_t *values = (int64_t *)pool->data + begin;
        for (int64_t k = 0; k < size; k++)
            if (values[k] >= 0 && values[k] < met->small)
                met->seen[values[k]] = 0;
    }
    pool->count = start[parts];
    return DONE;
}

KERNEL reach_whole_values(const int64_t *numbers, const int64_t *singles, const int64_t *splits, const int64_t *bounds,
                          const int64_t *caps, int64_t flags, int64_t small, int64_t n, int64_t m, Array *pool,
                          Array *start) {
    REQUIRE(are_parts(splits, bounds, n, m) && small >= 0);
    if (!reserve(start, n, sizeof(int64_t)) || !reserve(pool, 4096, sizeof(int64_t)))
        return NO_MEMORY;
    memset(start->data, 0, (size_t)n * sizeof(int64_t));
    start->count = n;
    Room room = {0};
    Met met = {.seen = ZEROS(&room, uint8_t, small), .small = small};
    Status status = room.failed || !rehash(&met, NULL, 0, 0, 0) ? NO_MEMORY
        : find_whole(numbers, singles, splits, bounds, caps, flags, n - 1, &met, pool, start->data);
    leave_room(&met.room);
    leave_room(&room);
    return status;
}

KERNEL reach_mark_whole(const int64_t *pool, const int64_t *start, const int64_t *splits, int64_t first, int64_t last,
                        int64_t flags, int64_t low, bool *hit, int64_t size, int64_t n, int64_t m, int64_t width) {
    REQUIRE(first >= 0 && last <= m && precede(splits, first, last, n - 1) && rise(start, n, size));
    REQUIRE(low >= 0 && low <= INT64_MAX - width);
    int64_t high = low + width - 1;
    for (int64_t k = first; k < last; k++) {
        Split split = split_at(splits, start, k);
        for (int64_t i = split.one; i < split.one_end; i++) {
            int64_t y = pool[i], most = y != 0 ? high / absolute(y) : 0;
            for (int64_t j = split.other; j < split.other_end; j++) {
                int64_t x = pool[j], sum = x + y, difference = absolute(x - y);
                if (flags & PLUS && low <= sum && sum <= high)
                    hit[sum - low] = true;
                if (flags & MINUS && low <= difference && difference <= high)
                    hit[difference - low] = true;
                if (flags & TIMES && absolute(x) <= most && low <= x * y)
                    hit[x * y - low] = true;
                if (flags & OVER && x != 0 && y != 0 && (x > 0) == (y > 0)) {
                    int64_t q = quotient(larger(absolute(x), absolute(y)), smaller(absolute(x), absolute(y)));
                    if (low <= q && q <= high)
                        hit[q - low] = true;
                }
            }
        }
    }
    return DONE;
}

/* ---- Fractions --------------------------------------------------------------------------------------------------- */

/* The fractions of the current part so far: a hash table of their indices, in which owners work as in Met. */
typedef struct {
    Room room;
    int64_t *places;
    int64_t *owners;
    int64_t length; /* a power of two */
} Ratios;

static bool make_ratios(Ratios *ratios, int64_t length) {
    leave_room(&ratios->room);
    ratios->places = ZEROS(&ratios->room, int64_t, length);
    ratios->owners = ZEROS(&ratios->room, int64_t, length);
    ratios->length = length;
    return !ratios->room.failed;
}

static int64_t common_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Adds p / q, q > 0, in lowest terms, to part `owner` if it is new; returns the part's size. */
static int64_t put_ratio(Ratios *ratios, int64_t *tops, int64_t *bottoms, int64_t size, int64_t p, int64_t q,
                         int64_t owner) {
    int64_t divisor = common_divisor(absolute(p), q), mask = ratios->length - 1;
    p /= divisor;
    q /= divisor;
    uint64_t mixed = (uint64_t)p * MULTIPLIER ^ (uint64_t)q * 0xC2B2AE3D27D4EB4F;
    int64_t i = (int64_t)(mixed >> 30) & mask;
    while (ratios->owners[i] == owner) {
        int64_t k = ratios->places[i];
        if (tops[k] == p && bottoms[k] == q)
            return size;
        i = (i + 1) & mask;
    }
    ratios->owners[i] = owner;
    ratios->places[i] = size;
    tops[size] = p;
    bottoms[size] = q;
    return size + 1;
}

static Status find_ratios(const int64_t *numbers, const int64_t *singles, const int64_t *splits, const int64_t *bounds,
                          int64_t flags, int64_t parts, Ratios *ratios, Array *tops, Array *bottoms, int64_t *start) {
    bool zero = flags & ZERO, negative = flags & SIGNED;
    for (int64_t s = 1; s < parts; s++) {
        int64_t begin = start[s], size = 0;
        if (!reserve(tops, begin + 1, sizeof(int64_t)) || !reserve(bottoms, begin + 1, sizeof(int64_t)))
            return NO_MEMORY;
        if (singles[s] != 0) {
            ((int64_t *)tops->data)[begin] = numbers[s];
            ((int64_t *)bottoms->data)[begin] = singles[s];
            size = 1;
        }
        for (int64_t k = bounds[s]; k < bounds[s + 1]; k++) {
            Split split = split_at(splits, start, k);
            int64_t width = split.other_end - split.other;
            for (int64_t i = split.one; i < split.one_end; i++) {
                int64_t most = size + 6 * width, length = ratios->length;
                if (!reserve(tops, begin + most, sizeof(int64_t)) || !reserve(bottoms, begin + most, sizeof(int64_t)))
                    return NO_MEMORY;
                const int64_t *other_tops = (int64_t *)tops->data + split.other;
                const int64_t *other_bottoms = (int64_t *)bottoms->data + split.other;
                int64_t p = ((int64_t *)tops->data)[i], q = ((int64_t *)bottoms->data)[i];
                int64_t *own_tops = (int64_t *)tops->data + begin, *own_bottoms = (int64_t *)bottoms->data + begin;
                if (2 * most >= length) {
                    while (length < 2 * most)
                        length *= 2;
                    if (!make_ratios(ratios, 2 * length))
                        return NO_MEMORY;
                    int64_t held = size;
                    size = 0;
                    for (int64_t j = 0; j < held; j++)
                        size = put_ratio(ratios, own_tops, own_bottoms, size, own_tops[j], own_bottoms[j], s);
                }
                for (int64_t j = 0; j < width; j++) {
                    int64_t u = other_tops[j], v = other_bottoms[j], left = p * v, right = u * q;
                    if (flags & PLUS && (zero || left + right != 0))
                        size = put_ratio(ratios, own_tops, own_bottoms, size, left + right, q * v, s);
                    if (flags & MINUS && (zero || left != right)) {
                        int64_t d = absolute(left - right);
                        size = put_ratio(ratios, own_tops, own_bottoms, size, d, q * v, s);
                        if (negative)
                            size = put_ratio(ratios, own_tops, own_bottoms, size, -d, q * v, s);
                    }
                    if (flags & TIMES)
                        size = put_ratio(ratios, own_tops, own_bottoms, size, p * u, q * v, s);
                    if (flags & OVER && u != 0)
                        size = put_ratio(ratios, own_tops, own_bottoms, size, u > 0 ? left : -left, absolute(right), s);
                    if (flags & OVER && p != 0)
                        size = put_ratio(ratios, own_tops, own_bottoms, size, p > 0 ? right : -right, absolute(left), s);
                }
            }
        }
        start[s + 1] = begin + size;
    }
    tops->count = bottoms->count = start[parts];
    return DONE;
}

KERNEL reach_fraction_values(const int64_t *numbers, const int64_t *singles, const int64_t *splits,
                             const int64_t *bounds, int64_t flags, int64_t n, int64_t m, Array *tops, Array *bottoms,
                             Array *start) {
    REQUIRE(are_parts(splits, bounds, n, m));
    if (!reserve(start, n, sizeof(int64_t)) || !reserve(tops, 4096, sizeof(int64_t)) ||
        !reserve(bottoms, 4096, sizeof(int64_t)))
        return NO_MEMORY;
    memset(start->data, 0, (size_t)n * sizeof(int64_t));
    start->count = n;
    Ratios ratios = {0};
    Status status = !make_ratios(&ratios, 4096) ? NO_MEMORY
        : find_ratios(numbers, singles, splits, bounds, flags, n - 1, &ratios, tops, bottoms, start->data);
    leave_room(&ratios.room);
    return status;
}

/* Marks p / q, q > 0, if it is a target. */
static void mark(int64_t p, int64_t q, int64_t low, int64_t high, bool *hit) {
    int64_t t = p / q;
    if (low <= t && t <= high && t * q == p)
        hit[t - low] = true;
}

KERNEL reach_mark_fractions(const int64_t *tops, const int64_t *bottoms, const int64_t *start, const int64_t *splits,
                            int64_t first, int64_t last, int64_t flags, int64_t low, bool *hit, int64_t size, int64_t n,
                            int64_t m, int64_t width) {
    REQUIRE(first >= 0 && last <= m && precede(splits, first, last, n - 1) && rise(start, n, size));
    REQUIRE(low >= 0 && low <= INT64_MAX - width);
    int64_t high = low + width - 1;
    for (int64_t k = first; k < last; k++) {
        Split split = split_at(splits, start, k);
        for (int64_t i = split.one; i < split.one_end; i++) {
            int64_t p = tops[i], q = bottoms[i];
            for (int64_t j = split.other; j < split.other_end; j++) {
                int64_t u = tops[j], v = bottoms[j], left = p * v, right = u * q;
                if (flags & PLUS)
                    mark(left + right, q * v, low, high, hit);
                if (flags & MINUS)
                    mark(absolute(left - right), q * v, low, high, hit);
                if (flags & TIMES)
                    mark(p * u, q * v, low, high, hit);
                if (flags & OVER && p != 0 && u != 0 && (p > 0) == (u > 0)) {
                    mark(absolute(left), absolute(right), low, high, hit);
                    mark(absolute(right), absolute(left), low, high, hit);
                }
            }
        }
    }
    return DONE;
}
