/* Formula counts.  perfectplay.pursuit.kernels.counting declares these kernels; perfectplay.pursuit.search.counting
 * explains the idea.
 *
 * Python checks beforehand that all values, and all computed sums and products of two values, have absolute values
 * below 2^50, and that all counts stay below 2^63.
 *
 * Doubles decide exactly whether d divides x. Let q be x * (1 / d), rounded to a whole number.  If d divides x, then
 * the error of x * (1 / d) is less than |x / d| 2^-51 < 1/2, so q is the quotient.  Conversely, q * d is a whole number
 * below 2^53 and has no rounding error; if it equals x, then d divides x. */

#include "kernels.h"

/* Indices into `use`, which says for each operator whether it may be used. */
enum { PLUS, MINUS, TIMES, OVER };

static int64_t sum_of(const int64_t *counts, int64_t n) {
    int64_t sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += counts[i];
    return sum;
}

/* A hash table with open addressing that counts values. A slot is free if its sum is 0. */
typedef struct {
    Room room;
    int64_t *keys;
    int64_t *sums;
    int64_t *used; /* the slots in use, in the order of their first use */
    int64_t length, size;
} Tally;

/* Makes room for at least `values` values in an empty tally. Returns false if there is no memory. */
static bool enlarge(Tally *tally, int64_t values) {
    if (tally->length >= 2 * values)
        return true;
    int64_t length = 1024;
    while (length < 2 * values)
        length *= 2;
    leave_room(&tally->room);
    tally->keys = ZEROS(&tally->room, int64_t, length);
    tally->sums = ZEROS(&tally->room, int64_t, length);
    tally->used = ZEROS(&tally->room, int64_t, length);
    tally->length = length;
    return !tally->room.failed;
}

static void add(Tally *tally, int64_t value, int64_t count) {
    int64_t mask = tally->length - 1;
    int64_t slot = (int64_t)((uint64_t)value * 0x9E3779B97F4A7C15 >> 32) & mask;
    while (tally->sums[slot] != 0 && tally->keys[slot] != value)
        slot = (slot + 1) & mask;
    if (tally->sums[slot] == 0) {
        tally->keys[slot] = value;
        tally->used[tally->size++] = slot;
    }
    tally->sums[slot] += count;
}

/* Counts all results of x op y and y op x, for a pair that occurs `count` times. */
static void expand(Tally *tally, int64_t x, int64_t y, int64_t count, const bool *use) {
    if (use[PLUS])
        add(tally, x + y, 2 * count);
    if (use[MINUS]) {
        add(tally, x - y, count);
        add(tally, y - x, count);
    }
    if (use[TIMES])
        add(tally, x * y, 2 * count);
    if (use[OVER] && y != 0 && x % y == 0)
        add(tally, x / y, count);
    if (use[OVER] && x != 0 && y % x == 0)
        add(tally, y / x, count);
}

/* Appends the values and counts of a tally to two arrays, and empties the tally. */
static bool empty(Tally *tally, Array *values, Array *counts) {
    int64_t at = values->count, end = at + tally->size;
    if (!reserve(values, end, sizeof(int64_t)) || !reserve(counts, end, sizeof(int64_t)))
        return false;
    for (int64_t k = 0; k < tally->size; k++) {
        int64_t slot = tally->used[k];
        ((int64_t *)values->data)[at + k] = tally->keys[slot];
        ((int64_t *)counts->data)[at + k] = tally->sums[slot];
        tally->sums[slot] = 0;
    }
    values->count = counts->count = end;
    tally->size = 0;
    return true;
}

KERNEL counting_tables(const int64_t *starts, const int64_t *entries, const int64_t *counts, const int64_t *pairs,
                       const int64_t *bounds, const bool *use, int64_t *lengths, int64_t n, int64_t size, int64_t m,
                       int64_t deals, Array *made, Array *made_counts) {
    REQUIRE(rise(starts, n, size) && rise(bounds, deals + 1, m));
    for (int64_t k = 0; k < m; k++)
        REQUIRE(0 <= smaller(pairs[3 * k], pairs[3 * k + 1]) && larger(pairs[3 * k], pairs[3 * k + 1]) < n - 1);
    Tally tally = {0};
    Status status = DONE;
    for (int64_t p = 0; p < deals && status == DONE; p++) {
        int64_t most = 0;
        for (int64_t k = bounds[p]; k < bounds[p + 1]; k++) {
            const int64_t *one = starts + pairs[3 * k], *two = starts + pairs[3 * k + 1];
            most += 6 * (one[1] - one[0]) * (two[1] - two[0]);
        }
        if (!enlarge(&tally, most)) {
            status = NO_MEMORY;
            break;
        }
        for (int64_t k = bounds[p]; k < bounds[p + 1]; k++) {
            const int64_t *one = starts + pairs[3 * k], *two = starts + pairs[3 * k + 1], ways = pairs[3 * k + 2];
            for (int64_t i = one[0]; i < one[1]; i++)
                for (int64_t j = two[0]; j < two[1]; j++)
                    expand(&tally, entries[i], entries[j], ways * counts[i] * counts[j], use);
        }
        lengths[p] = tally.size;
        if (!empty(&tally, made, made_counts))
            status = NO_MEMORY;
    }
    leave_room(&tally.room);
    return status;
}

KERNEL counting_add_deals(const int64_t *starts, const int64_t *places, const int64_t *counts, const int64_t *weights,
                          int64_t *sums, int64_t entries, int64_t n, int64_t values) {
    REQUIRE(rise(starts, n + 1, entries));
    for (int64_t p = 0; p < n; p++) {
        if (weights[p] == 0)
            continue;
        for (int64_t k = starts[p]; k < starts[p + 1]; k++) {
            REQUIRE(0 <= places[k] && places[k] < values);
            sums[places[k]] += weights[p] * counts[k];
        }
    }
    return DONE;
}

/* The different values of the larger part of a formula, ascending, as integers and as doubles, with their counts. */
typedef struct {
    const int64_t *xs;
    const double *xf;
    const int64_t *gs;
    int64_t size;
    int64_t total; /* the sum of the counts */
} Function;

/* Returns the index of the first value in `large` that is at least `value`. */
static int64_t place_of(const Function *large, int64_t value) {
    int64_t low = 0, high = large->size;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (large->xs[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The indices low to high - 1 of the values from middle - radius to middle + radius. */
typedef struct {
    int64_t low, high;
} Range;

static Range near(const Function *large, int64_t middle, int64_t radius) {
    return (Range){place_of(large, middle - radius), place_of(large, middle + radius + 1)};
}

/* Returns the range of values that are small enough to divide y; if y is 0, this is all values. */
static Range divisors(const Function *large, int64_t y) {
    return y != 0 ? near(large, 0, absolute(y)) : (Range){0, large->size};
}

/* Counts, with multiplicity, values x for which `divisor` divides x + shift. Let t be the quotient times `scale`. If
 * |t| <= bound, adds the count of x times `plus` to the entry of t, and times `minus` to the entry of -t. */
static int64_t quotients(const Function *large, int64_t shift, int64_t divisor, int64_t scale, int64_t plus,
                         int64_t minus, int64_t bound, int64_t *dense) {
    /* Adding and subtracting 1.5 * 2^52 rounds to a whole number. rint() does the same, but may be a function call. */
    const double round = 0x1.8p52;
    double inverse = 1.0 / (double)divisor, d = (double)divisor, s = (double)shift;
    double top = (double)(bound / absolute(scale));
    int64_t count = 0;
    for (int64_t i = 0; i < large->size; i++) {
        double v = large->xf[i] + s;
        double q = (v * inverse + round) - round;
        if (q * d == v) {
            int64_t g = large->gs[i];
            count += g;
            if (-top <= q && q <= top) {
                int64_t t = (int64_t)q * scale;
                dense[bound + t] += plus * g;
                dense[bound - t] += minus * g;
            }
        }
    }
    return count;
}

/* Counts the results of x op y, and of y op x if `both`, in a dense array, for a number y that occurs c times. Returns
 * how many quotients are whole numbers. */
static int64_t combine(const Function *large, int64_t y, int64_t c, bool both, const bool *use, int64_t bound,
                       int64_t *dense) {
    const int64_t *xs = large->xs, *gs = large->gs;
    int64_t twice = both ? 2 * c : c, back = both ? c : 0, found = 0;
    if (use[PLUS]) {
        Range range = near(large, -y, bound);
        for (int64_t i = range.low; i < range.high; i++)
            dense[bound + xs[i] + y] += twice * gs[i];
    }
    if (use[MINUS]) {
        Range range = near(large, y, bound);
        for (int64_t i = range.low; i < range.high; i++) {
            dense[bound + xs[i] - y] += c * gs[i];
            dense[bound - xs[i] + y] += back * gs[i];
        }
    }
    if (use[TIMES] && y == 0) {
        dense[bound] += twice * large->total;
    } else if (use[TIMES]) {
        Range range = near(large, 0, bound / absolute(y));
        for (int64_t i = range.low; i < range.high; i++)
            dense[bound + xs[i] * y] += twice * gs[i];
    }
    if (use[OVER] && y != 0)
        found += c * quotients(large, 0, y, 1, c, 0, bound, dense);
    if (use[OVER] && both) {
        Range range = divisors(large, y);
        for (int64_t i = range.low; i < range.high; i++) {
            if (xs[i] == 0 || y % xs[i] != 0)
                continue;
            found += c * gs[i];
            if (absolute(y / xs[i]) <= bound)
                dense[bound + y / xs[i]] += c * gs[i];
        }
    }
    return found;
}

KERNEL counting_root(const int64_t *xs, const double *xf, const int64_t *gs, const int64_t *ys, const int64_t *cs,
                     bool both, const bool *use, int64_t bound, int64_t *dense, int64_t m, int64_t n, int64_t *count) {
    REQUIRE(bound >= 0);
    Function large = {xs, xf, gs, m, sum_of(gs, m)};
    int64_t plain = (use[PLUS] + use[MINUS] + use[TIMES]) * (both ? 2 : 1);
    *count = plain * large.total * sum_of(cs, n);
    for (int64_t j = 0; j < n; j++)
        *count += combine(&large, ys[j], cs[j], both, use, bound, dense);
    return DONE;
}

/* Counts, with multiplicity, the results v of x op y and y op x that `card` divides, and adds v / card to `multiples`.
 * The number y occurs c times. */
static int64_t divide(const Function *large, int64_t y, int64_t c, int64_t card, const bool *use, int64_t bound,
                      int64_t *multiples) {
    int64_t divided = 0;
    if (use[PLUS])
        divided += 2 * c * quotients(large, y, card, 1, 2 * c, 0, bound, multiples);
    if (use[MINUS])
        divided += 2 * c * quotients(large, -y, card, 1, c, c, bound, multiples);
    if (use[TIMES] && y == 0) {
        divided += 2 * c * large->total;
        multiples[bound] += 2 * c * large->total;
    } else if (use[TIMES]) {
        /* card divides x * y if and only if card / common divides x. */
        int64_t rest = card, common = absolute(y);
        while (rest != 0) {
            int64_t next = common % rest;
            common = rest;
            rest = next;
        }
        divided += 2 * c * quotients(large, 0, card / common, y / common, 2 * c, 0, bound, multiples);
    }
    if (y != 0)
        divided += c * quotients(large, 0, y * card, 1, c, 0, bound, multiples);
    Range range = divisors(large, y);
    for (int64_t i = range.low; i < range.high; i++) {
        int64_t x = large->xs[i];
        if (x == 0 || y % x != 0 || y / x % card != 0)
            continue;
        int64_t t = y / x / card;
        divided += c * large->gs[i];
        if (absolute(t) <= bound)
            multiples[bound + t] += c * large->gs[i];
    }
    return divided;
}

KERNEL counting_nested(const int64_t *xs, const double *xf, const int64_t *gs, const int64_t *ys, const int64_t *cs,
                       int64_t card, int64_t ways, const bool *use, int64_t bound, int64_t *dense, int64_t *small,
                       int64_t *multiples, int64_t m, int64_t n, int64_t *found) {
    REQUIRE(bound >= 0 && card >= 1);
    Function large = {xs, xf, gs, m, sum_of(gs, m)};
    int64_t plain = use[PLUS] + use[MINUS] + use[TIMES];
    int64_t inner = 2 * plain * large.total * sum_of(cs, n), divided = 0, reach = bound + card;
    for (int64_t j = 0; j < n; j++) {
        inner += combine(&large, ys[j], cs[j], true, use, reach, small);
        if (use[OVER])
            divided += divide(&large, ys[j], cs[j], card, use, bound, multiples);
    }
    int64_t count = 2 * plain * inner + divided;
    const int64_t *zero = small + reach; /* the entry of the value 0 */
    for (int64_t t = -bound; t <= bound; t++) {
        int64_t sum = multiples[bound + t];
        if (use[PLUS])
            sum += 2 * zero[t - card];
        if (use[MINUS])
            sum += zero[t + card] + zero[card - t];
        if (use[TIMES] && t % card == 0)
            sum += 2 * zero[t / card];
        dense[bound + t] += ways * sum;
    }
    for (int64_t v = 1; use[OVER] && v <= card; v++) {
        if (card % v != 0)
            continue;
        count += zero[v] + zero[-v];
        if (card / v <= bound) {
            dense[bound + card / v] += ways * zero[v];
            dense[bound - card / v] += ways * zero[-v];
        }
    }
    memset(small, 0, (size_t)(2 * reach + 1) * sizeof *small);
    memset(multiples, 0, (size_t)(2 * bound + 1) * sizeof *multiples);
    *found = ways * count;
    return DONE;
}
