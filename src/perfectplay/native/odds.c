/* Odds over all deals.  perfectplay.pursuit.kernels.odds declares these kernels, and explains multisets, ranks, values,
 * tables and bits.
 *
 * The caller ensures that all integers are below 2^62. Products and quotients with 1 are left out, because they waste a
 * card. */

#include "kernels.h"

/* Indices into `use`, which says for each operator whether it may be used. */
enum { PLUS, MINUS, TIMES, OVER };

/* Maximum number of cards in a multiset. */
enum { MOST = 16 };

/* Returns the index of a row of n ascending values among all such rows, in the combinatorial number system. */
static int64_t rank_of(const int64_t *row, int64_t n, const int64_t *binomials, int64_t columns) {
    int64_t rank = 0;
    for (int64_t i = 0; i < n; i++)
        rank += binomials[(row[i] + i) * columns + i + 1];
    return rank;
}

/* Returns whether `binomials` is large enough for the ranks of the given multisets. */
static bool has_ranks(const int64_t *members, int64_t count, int64_t n, int64_t rows, int64_t columns) {
    if (n < 1 || n > MOST || columns <= n)
        return false;
    for (int64_t i = 0; i < count * n; i++)
        if (members[i] < 0 || members[i] > rows - n)
            return false;
    return true;
}

KERNEL odds_multisets(const int64_t *copies, const int64_t *binomials, int64_t *members, int32_t *index, int64_t values,
                      int64_t rows, int64_t columns, int64_t count, int64_t n, int64_t ranks) {
    REQUIRE(n >= 1 && n <= MOST && columns > n && rows - n >= values - 1);
    for (int64_t i = 0; i < ranks; i++)
        index[i] = -1;
    int64_t row[MOST], place = 0, value = 0;
    for (int64_t s = 0; s < count; s++) {
        /* Fill the row from `place` on with the smallest cards that are left, beginning with `value`. */
        REQUIRE(value < values);
        int64_t left = copies[value];
        for (int64_t i = place; i < n; i++) {
            while (left == 0) {
                REQUIRE(++value < values);
                left = copies[value];
            }
            row[i] = value;
            left--;
        }
        memcpy(members + s * n, row, (size_t)n * sizeof *row);
        int64_t rank = rank_of(row, n, binomials, columns);
        REQUIRE(0 <= rank && rank < ranks);
        index[rank] = (int32_t)s;
        if (s + 1 == count)
            break;
        /* Find the last entry that can be raised while enough cards are left for the entries after it. */
        for (place = n - 1;; place--) {
            REQUIRE(place >= 0);
            value = row[place] + 1;
            left = 0;
            for (int64_t v = value; v < values; v++)
                left += copies[v];
            if (left >= n - place)
                break;
        }
    }
    return DONE;
}

/* ---- Lists of values --------------------------------------------------------------------------------------------- */

/* A hash table with open addressing: each slot has a value and its number. A free slot has the value 0. */
typedef struct {
    const int64_t *pairs;
    int64_t slots; /* a power of two */
} Table;

/* Returns the number of a positive value. If it is missing, returns -1 - slot, for the slot where it belongs. */
static inline int64_t find(Table table, int64_t x) {
    int64_t mask = table.slots - 1;
    int64_t slot = (int64_t)((uint64_t)x * 0x9E3779B97F4A7C15 >> 32) & mask;
    while (table.pairs[2 * slot] != x) {
        if (table.pairs[2 * slot] == 0)
            return -1 - slot;
        slot = (slot + 1) & mask;
    }
    return table.pairs[2 * slot + 1];
}

/* Inserts the positive values of `universe` into an empty table. */
static void enter(int64_t *pairs, int64_t slots, const int64_t *universe, int64_t known) {
    for (int64_t i = 0; i < known; i++) {
        if (universe[i] <= 0)
            continue;
        int64_t slot = -1 - find((Table){pairs, slots}, universe[i]);
        pairs[2 * slot] = universe[i];
        pairs[2 * slot + 1] = i;
    }
}

static bool is_power_of_two(int64_t x) {
    return x >= 1 && (x & (x - 1)) == 0;
}

KERNEL odds_hash_values(const int64_t *universe, int64_t *table, int64_t known, int64_t slots) {
    REQUIRE(is_power_of_two(slots) && slots > known);
    memset(table, 0, 2 * (size_t)slots * sizeof *table);
    enter(table, slots, universe, known);
    return DONE;
}

/* The values that the multisets of one size can make. */
typedef struct {
    Array *items;    /* int32_t: the numbers of the values of each multiset, one multiset after another */
    Array *universe; /* int64_t: the values */
    Array *pairs;    /* int64_t: the table of the values */
    Array stamps;    /* int64_t: for each value, the last multiset that has it */
} Lists;

static bool make_table(Lists *lists, int64_t slots) {
    int64_t *pairs = calloc((size_t)slots, 2 * sizeof *pairs);
    if (pairs == NULL)
        return false;
    free(lists->pairs->data);
    *lists->pairs = (Array){pairs, 2 * slots, 2 * slots};
    enter(pairs, slots, lists->universe->data, lists->universe->count);
    return true;
}

/* Adds value z to multiset s, unless the multiset has it already. Returns false if there is no memory. */
static bool list(Lists *lists, int64_t s, int64_t z, uint64_t *bits, int64_t words) {
    int64_t slots = lists->pairs->count / 2, number = find((Table){lists->pairs->data, slots}, z);
    if (number < 0) {
        int64_t known = lists->universe->count;
        if (4 * known >= slots) {
            if (!make_table(lists, 4 * slots))
                return false;
            number = find((Table){lists->pairs->data, 4 * slots}, z);
        }
        if (!reserve(lists->universe, known + 1, sizeof(int64_t)) || !reserve(&lists->stamps, known + 1, sizeof(int64_t)))
            return false;
        int64_t *pair = (int64_t *)lists->pairs->data + 2 * (-1 - number);
        pair[0] = z;
        pair[1] = known;
        ((int64_t *)lists->universe->data)[known] = z;
        ((int64_t *)lists->stamps.data)[known] = -1;
        lists->universe->count++;
        number = known;
    }
    int64_t *stamp = (int64_t *)lists->stamps.data + number;
    if (*stamp == s)
        return true;
    *stamp = s;
    if (!reserve(lists->items, lists->items->count + 1, sizeof(int32_t)))
        return false;
    ((int32_t *)lists->items->data)[lists->items->count++] = (int32_t)number;
    if (z < 64 * words)
        bits[z >> 6] |= (uint64_t)1 << (z & 63);
    return true;
}

/* Adds all results of x op y and y op x to multiset s. Returns false if there is no memory. */
static bool list_results(Lists *lists, int64_t s, int64_t x, int64_t y, int64_t cap, const bool *use, uint64_t *bits,
                         int64_t words) {
    int64_t made[4], results = 0, large = larger(x, y), small = smaller(x, y);
    if (use[PLUS])
        made[results++] = large + small;
    if (use[MINUS] && large > small)
        made[results++] = large - small;
    else if (use[MINUS])
        bits[0] |= 1;
    if (small > 1 && use[TIMES])
        made[results++] = large * small;
    if (small > 1 && use[OVER] && large % small == 0)
        made[results++] = large / small;
    for (int64_t k = 0; k < results; k++)
        if (made[k] <= cap && !list(lists, s, made[k], bits, words))
            return false;
    return true;
}

/* The multisets of all smaller sizes, numbered consecutively, and their values. */
typedef struct {
    const int64_t *values;
    const int64_t *starts; /* where the values of each multiset begin */
    int64_t parts;
    const int32_t *index;    /* maps the rank of each multiset to its number */
    const int64_t *index_at; /* where the entries of each size begin in `index` */
    int64_t ranks;
    const int64_t *binomials;
    int64_t columns;
} Lower;

/* Returns the number of a multiset, or -1 if it has none. */
static int64_t number_of(const Lower *lower, const int64_t *row, int64_t n) {
    int64_t rank = lower->index_at[n] + rank_of(row, n, lower->binomials, lower->columns);
    return rank < lower->ranks && lower->index[rank] < lower->parts - 1 ? lower->index[rank] : -1;
}

/* Splits the cards of a multiset: `first` gets the cards with a bit in `mask`. Returns the size of `first`, or 0 if
 * another mask gives the same split. */
static int64_t split(const int64_t *cards, int64_t n, int64_t mask, int64_t *first, int64_t *second) {
    int64_t a = 0;
    for (int64_t i = 0; i < n; i++) {
        if (!(mask >> i & 1)) {
            second[i - a] = cards[i];
            continue;
        }
        /* Among equal cards, give the leftmost to `first`, because any other choice gives the same split. */
        if (i > 0 && cards[i] == cards[i - 1] && !(mask >> (i - 1) & 1))
            return 0;
        first[a++] = cards[i];
    }
    return a;
}

static Status list_multiset(Lists *lists, int64_t s, const int64_t *cards, int64_t n, int64_t cap, const Lower *lower,
                            const bool *use, uint64_t *bits, int64_t words) {
    int64_t first[MOST], second[MOST];
    /* Give the first card always to the first part, so that each split is visited only once. */
    for (int64_t mask = 1; mask < ((int64_t)1 << n) - 1; mask += 2) {
        int64_t a = split(cards, n, mask, first, second);
        if (a == 0)
            continue;
        int64_t one = number_of(lower, first, a), two = number_of(lower, second, n - a);
        REQUIRE(one >= 0 && two >= 0);
        for (int64_t i = lower->starts[one]; i < lower->starts[one + 1]; i++)
            for (int64_t j = lower->starts[two]; j < lower->starts[two + 1]; j++)
                if (!list_results(lists, s, lower->values[i], lower->values[j], cap, use, bits, words))
                    return NO_MEMORY;
    }
    return DONE;
}

KERNEL odds_grow(const int64_t *members, const int64_t *cards, int64_t cap, const int64_t *lower, const int32_t *index,
                 const int64_t *index_at, const int64_t *starts, const int64_t *binomials, const bool *use, int64_t *own,
                 uint64_t *bits, int64_t count, int64_t n, int64_t values, int64_t size, int64_t ranks, int64_t parts,
                 int64_t rows, int64_t columns, int64_t words, Array *items, Array *universe, Array *table) {
    REQUIRE(has_ranks(members, count, n, smaller(rows, values + n - 1), columns) && words >= 1);
    REQUIRE(rise(starts, parts, size) && rise(index_at, n + 1, ranks));
    Lists lists = {.items = items, .universe = universe, .pairs = table};
    Lower less = {lower, starts, parts, index, index_at, ranks, binomials, columns};
    Status status = make_table(&lists, 4096) ? DONE : NO_MEMORY;
    own[0] = 0;
    for (int64_t s = 0; s < count && status == DONE; s++) {
        const int64_t *member = members + s * n;
        uint64_t *row = bits + s * words;
        if (n > 1)
            status = list_multiset(&lists, s, member, n, cap, &less, use, row, words);
        else if (cards[*member] <= cap && !list(&lists, s, cards[*member], row, words))
            status = NO_MEMORY;
        own[s + 1] = items->count;
    }
    free(lists.stamps.data);
    return status;
}

/* ---- Bits of values ---------------------------------------------------------------------------------------------- */

/* Fills in the values x (at most six) for which x op y or y op x is z, and returns their number. If `shifted`, leaves
 * out sums and differences with an x of at most `near`, which odds_cross finds by shifting bits. */
static int64_t partners(int64_t y, int64_t z, bool shifted, int64_t near, const bool *use, int64_t *xs) {
    int64_t n = 0;
    if (use[PLUS] && z > y && !(shifted && z - y <= near))
        xs[n++] = z - y;
    if (use[MINUS] && !(shifted && z + y <= near))
        xs[n++] = z + y;
    if (use[MINUS] && z > 0 && z < y && !(shifted && y - z <= near))
        xs[n++] = y - z;
    if (z == 0 || y <= 1)
        return n;
    if (use[OVER])
        xs[n++] = z * y;
    if (use[OVER] && z < y && y % z == 0)
        xs[n++] = y / z;
    if (use[TIMES] && z > y && z % y == 0)
        xs[n++] = z / y;
    return n;
}

/* Sorts triples (number, row, place) by number, with a counting sort. */
static Status sort_by_number(const int32_t *triples, int64_t count, int64_t *starts, int64_t size, Array *rows,
                             Array *places) {
    if (!reserve(rows, count, sizeof(int32_t)) || !reserve(places, count, sizeof(int32_t)))
        return NO_MEMORY;
    rows->count = places->count = count;
    memset(starts, 0, (size_t)(size + 1) * sizeof *starts);
    for (int64_t e = 0; e < count; e++)
        starts[triples[3 * e] + 1]++;
    for (int64_t i = 0; i < size; i++)
        starts[i + 1] += starts[i];
    /* This moves each starts[i] to the end of its part, which is the beginning of the next part. */
    for (int64_t e = 0; e < count; e++) {
        int64_t to = starts[triples[3 * e]]++;
        ((int32_t *)rows->data)[to] = triples[3 * e + 1];
        ((int32_t *)places->data)[to] = triples[3 * e + 2];
    }
    memmove(starts + 1, starts, (size_t)size * sizeof *starts);
    starts[0] = 0;
    return DONE;
}

KERNEL odds_entries(const int64_t *slots, const int64_t *others, const int64_t *table, int64_t reach, int64_t near,
                    const bool *use, int64_t *starts, int64_t wanted, int64_t values, int64_t length, int64_t ends,
                    Array *rows, Array *places) {
    REQUIRE(is_power_of_two(length) && ends >= 1);
    Table level = {table, length};
    int64_t top = 0;
    for (int64_t i = 0; i < length; i++) {
        REQUIRE(table[2 * i] == 0 || (table[2 * i + 1] >= 0 && table[2 * i + 1] < ends - 1));
        top = larger(top, table[2 * i]);
    }
    Array found = {0};
    for (int64_t v = 0; v < values; v++) {
        int64_t y = others[v];
        for (int64_t s = 0; s < wanted; s++) {
            int64_t xs[6], n = partners(y, slots[s], y <= near && s < reach, near, use, xs);
            for (int64_t k = 0; k < n; k++) {
                /* Skip the lookup for most values: they exceed all values of the level. */
                int64_t number = xs[k] <= top ? find(level, xs[k]) : -1;
                if (number < 0)
                    continue;
                if (!reserve(&found, found.count + 3, sizeof(int32_t))) {
                    free(found.data);
                    return NO_MEMORY;
                }
                int32_t *triple = (int32_t *)found.data + found.count;
                triple[0] = (int32_t)number;
                triple[1] = (int32_t)v;
                triple[2] = (int32_t)s;
                found.count += 3;
            }
        }
    }
    Status status = sort_by_number(found.data, found.count / 3, starts, ends - 1, rows, places);
    free(found.data);
    return status;
}

/* Returns whether all items are indices below `size`. */
static bool are_below(const int32_t *items, int64_t n, int64_t size) {
    for (int64_t i = 0; i < n; i++)
        if (items[i] < 0 || items[i] >= size)
            return false;
    return true;
}

static inline void set_bit(uint64_t *bits, int64_t place) {
    bits[place >> 6] |= (uint64_t)1 << (place & 63);
}

/* Sets row[:words] to its bitwise or with the bits that begin at `offset`. */
static void join_shifted(uint64_t *row, int64_t words, const uint64_t *bits, int64_t offset) {
    const uint64_t *from = bits + (offset >> 6);
    int shift = (int)(offset & 63);
    for (int64_t w = 0; w < words; w++)
        row[w] |= from[w] >> shift | from[w + 1] << 1 << (63 - shift);
}

/* Sets `to` to its bitwise or with another row of bits. The loops of eight words help compilers to vectorise. */
static void join(uint64_t *restrict to, const uint64_t *restrict row, int64_t words) {
    int64_t w = 0;
    for (; w + 8 <= words; w += 8)
        for (int64_t i = 0; i < 8; i++)
            to[w + i] |= row[w + i];
    for (; w < words; w++)
        to[w] |= row[w];
}

/* Merges the sorted cards of two multisets. */
static void merge(const int64_t *one, int64_t a, const int64_t *two, int64_t b, int64_t *joined) {
    int64_t i = 0, j = 0;
    for (int64_t k = 0; k < a + b; k++)
        joined[k] = j == b || (i < a && one[i] <= two[j]) ? one[i++] : two[j++];
}

KERNEL odds_cross(const int64_t *members, const int64_t *starts, const int32_t *items, const int64_t *universe,
                  const int64_t *other_members, const int64_t *other_starts, const int32_t *other_items,
                  const int64_t *others, const int64_t *entry_starts, const int32_t *entry_rows,
                  const int32_t *entry_places, int64_t reach, int64_t near, const bool *use, int64_t offset,
                  const int64_t *binomials, const int32_t *index, uint64_t *bits, int64_t count, int64_t a, int64_t used,
                  int64_t known, int64_t other_count, int64_t b, int64_t other_used, int64_t values, int64_t entries,
                  int64_t rows, int64_t columns, int64_t ranks, int64_t deals, int64_t words) {
    REQUIRE(a + b <= MOST && columns > a + b && words <= INT32_MAX / 64);
    REQUIRE(has_ranks(members, count, a, rows - b, columns));
    REQUIRE(has_ranks(other_members, other_count, b, rows - a, columns));
    REQUIRE(rise(starts, count + 1, used) && are_below(items + starts[0], starts[count] - starts[0], known));
    REQUIRE(rise(other_starts, other_count + 1, other_used) && are_below(other_items, other_used, values));
    REQUIRE(rise(entry_starts, known + 1, entries));
    REQUIRE(are_below(entry_rows, entries, values) && are_below(entry_places, entries, 64 * words));
    REQUIRE(near >= 0 && near % 64 == 0 && near <= INT32_MAX && reach >= 0 && reach % 64 == 0 && reach / 64 <= words);
    /* A value x sets bit near + x of `forward` and bit near - x of `backward`. */
    int64_t length = (2 * near + reach) / 64 + 2, small = reach / 64;
    Room room = {0};
    uint64_t *forward = ZEROS(&room, uint64_t, length), *backward = ZEROS(&room, uint64_t, length);
    uint64_t *made = ZEROS(&room, uint64_t, values * words); /* for each value in `others`, the slots that it makes */
    Status status = room.failed ? NO_MEMORY : DONE;
    for (int64_t s = 0; s < count && status == DONE; s++) {
        const int64_t *member = members + s * a;
        memset(made, 0, (size_t)(values * words) * sizeof *made);
        memset(forward, 0, (size_t)length * sizeof *forward);
        memset(backward, 0, (size_t)length * sizeof *backward);
        for (int64_t i = starts[s]; i < starts[s + 1]; i++) {
            int64_t number = items[i], x = universe[number];
            if (x >= 0 && x <= near) {
                set_bit(forward, near + x);
                set_bit(backward, near - x);
            }
            for (int64_t e = entry_starts[number]; e < entry_starts[number + 1]; e++)
                set_bit(made + entry_rows[e] * words, entry_places[e]);
        }
        for (int64_t v = 0; v < values; v++) {
            int64_t y = others[v];
            if (y < 0 || y > near)
                continue;
            if (use[PLUS])
                join_shifted(made + v * words, small, forward, near - y);
            if (use[MINUS]) {
                join_shifted(made + v * words, small, forward, near + y);
                join_shifted(made + v * words, small, backward, near - y);
            }
        }
        for (int64_t t = offset >= 0 ? offset + s : 0; t < other_count; t++) {
            int64_t joined[MOST];
            merge(member, a, other_members + t * b, b, joined);
            int64_t rank = rank_of(joined, a + b, binomials, columns);
            int64_t deal = rank < ranks ? index[rank] : deals;
            if (deal >= deals) {
                status = OUT_OF_RANGE;
                break;
            }
            if (deal < 0)
                continue;
            for (int64_t k = other_starts[t]; k < other_starts[t + 1]; k++)
                join(bits + deal * words, made + other_items[k] * words, words);
        }
    }
    leave_room(&room);
    return status;
}

KERNEL odds_list_bits(const uint64_t *bits, int64_t *starts, int64_t count, int64_t words, Array *items) {
    int64_t used = 0;
    starts[0] = 0;
    for (int64_t s = 0; s < count; s++) {
        if (!reserve(items, used + 64 * words, sizeof(int32_t)))
            return NO_MEMORY;
        int32_t *found = items->data;
        for (int64_t w = 0; w < words; w++) {
            uint64_t word = bits[s * words + w];
            if (w == 0)
                word &= ~(uint64_t)1; /* leave out zero, which is not a value */
            while (word)
                found[used++] = (int32_t)(64 * w + index_of(take_lowest(&word)));
        }
        starts[s + 1] = used;
    }
    items->count = used;
    return DONE;
}

/* ---- The fewest cards -------------------------------------------------------------------------------------------- */

/* Replaces each byte of `to` by the byte of `row` if that is smaller, 64 bytes at a time; 64 divides `reach`. */
static void take_smaller(uint8_t *restrict to, const uint8_t *restrict row, int64_t reach) {
    for (int64_t t = 0; t < reach; t += 64)
        for (int64_t i = t; i < t + 64; i++)
            to[i] = row[i] < to[i] ? row[i] : to[i];
}

KERNEL odds_settle(const int64_t *members, const uint64_t *bits, const uint8_t *before, const int32_t *index,
                   const int64_t *binomials, uint8_t *fewest, int64_t count, int64_t n, int64_t words, int64_t earlier,
                   int64_t width, int64_t ranks, int64_t rows, int64_t columns, int64_t reach) {
    REQUIRE(has_ranks(members, count, n, rows, columns) && reach % 64 == 0 && reach / 64 <= words);
    REQUIRE(n == 1 || width == reach);
    uint8_t spread[256][8]; /* for each value of a byte and each bit: n if the bit is set, else 255 */
    for (int64_t byte = 0; byte < 256; byte++)
        for (int64_t bit = 0; bit < 8; bit++)
            spread[byte][bit] = byte >> bit & 1 ? (uint8_t)n : 255;
    for (int64_t s = 0; s < count; s++) {
        const int64_t *member = members + s * n;
        uint8_t *to = fewest + s * reach;
        for (int64_t byte = 0; byte < reach / 8; byte++)
            memcpy(to + 8 * byte, spread[bits[s * words + byte / 8] >> 8 * (byte % 8) & 255], 8);
        for (int64_t i = 0; i < n && n > 1; i++) {
            if (i > 0 && member[i] == member[i - 1])
                continue;
            int64_t rest[MOST];
            memcpy(rest, member, (size_t)i * sizeof *rest);
            memcpy(rest + i, member + i + 1, (size_t)(n - 1 - i) * sizeof *rest);
            int64_t rank = rank_of(rest, n - 1, binomials, columns);
            REQUIRE(rank < ranks && index[rank] >= 0 && index[rank] < earlier);
            take_smaller(to, before + index[rank] * reach, reach);
        }
    }
    return DONE;
}

KERNEL odds_tally(const uint8_t *fewest, int64_t first, int64_t last, int64_t most, int64_t *used, int64_t *within,
                  int64_t deals, int64_t values, int64_t far) {
    REQUIRE(first >= 0 && first <= last && last < values && most >= 0 && far >= 1);
    for (int64_t d = 0; d < deals; d++) {
        const uint8_t *row = fewest + d * values;
        int64_t *nearby = within + d * far, counts[256] = {0};
        for (int64_t t = first; t <= last; t++)
            counts[row[t]]++;
        for (int64_t k = 1; k <= most; k++) {
            int64_t total = k < 256 ? counts[k] : 0;
            used[d * (most + 1) + k] = total;
            nearby[0] += total;
        }
        int64_t below = -far, t = 0;
        while (t < values) {
            if (row[t] > 0 && row[t] <= most) {
                below = t++;
                continue;
            }
            int64_t end = t;
            while (end < values && !(row[end] > 0 && row[end] <= most))
                end++;
            int64_t above = end < values ? end : values + far;
            for (int64_t hole = larger(t, first); hole < smaller(end, last + 1); hole++) {
                int64_t distance = smaller(hole - below, above - hole);
                if (distance < far)
                    nearby[distance]++;
            }
            t = end;
        }
    }
    return DONE;
}

KERNEL odds_hits(const uint8_t *fewest, const int64_t *rows, int64_t first, int64_t last, int64_t most, int64_t *counts,
                 int64_t deals, int64_t values, int64_t n, int64_t targets) {
    REQUIRE(first >= 0 && last < values && last - first < targets && most >= 0);
    for (int64_t i = 0; i < n; i++)
        REQUIRE(rows[i] >= 0 && rows[i] < deals);
    uint8_t limit = (uint8_t)smaller(most, 255);
    for (int64_t start = first; start <= last; start += 64) {
        int64_t width = smaller(64, last + 1 - start);
        for (int64_t i = 0; i < n; i += 255) {
            /* Count the hits of at most 255 deals in bytes, because many bytes can be added at once. */
            uint8_t sums[64] = {0};
            for (int64_t k = i; k < smaller(i + 255, n); k++) {
                uint8_t part[64] = {0};
                memcpy(part, fewest + rows[k] * values + start, (size_t)width);
                for (int64_t t = 0; t < 64; t++)
                    sums[t] = (uint8_t)(sums[t] + ((uint8_t)(part[t] - 1) < limit)); /* for 0, part - 1 wraps to 255 */
            }
            for (int64_t t = 0; t < width; t++)
                counts[start - first + t] += sums[t];
        }
    }
    return DONE;
}
