/* Moves of integer multipliers, one at a time.  perfectplay.matching.kernels.shrink declares these kernels, and explains
 * rows, tops and the bound; docs/theory-bounds.md has the proofs (T7).
 *
 * At the beginning, the multipliers add up to less than 2^60.  If a subproblem has no solution, they can grow without
 * limit, so sums wrap as in numpy. This is safe: only counts are used as indices, and Python computes the proven bounds
 * again with its own integers. */

#include "kernels.h"

static const int64_t FAR = (int64_t)1 << 61;

/* For each pair: its state, its rest (the profit minus the multipliers), the range of pairs with the same top, and the
 * lower limit of the largest rest in that range. */
typedef struct {
    const int64_t *state, *rest, *first, *last, *floor;
} Pairs;

/* Rows of pairs: the multiplier of each row, and in `rest` each pair's profit minus its rows' multipliers. */
typedef struct {
    const int64_t *ptr, *pair;
    int64_t *value, *rest;
} Rows;

static int64_t plus(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t minus(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

static int64_t times(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

/* Subtracts `by` from the rest of each pair of a row. */
static void take(int64_t row, int64_t by, const int64_t *row_ptr, const int64_t *row_pair, int64_t *rest) {
    for (int64_t k = row_ptr[row]; k < row_ptr[row + 1]; k++)
        rest[row_pair[k]] = minus(rest[row_pair[k]], by);
}

/* Changes the multiplier of a row. */
static void move(int64_t row, int64_t to, Rows rows) {
    take(row, minus(to, rows.value[row]), rows.ptr, rows.pair, rows.rest);
    rows.value[row] = to;
}

KERNEL shrink_uncovered(const int64_t *row_ptr, const int64_t *row_pair, const int64_t *value, int64_t *rest,
                        int64_t entries, int64_t rows) {
    REQUIRE(row_ptr[rows] <= entries);
    for (int64_t row = 0; row < rows; row++) {
        if (value[row] != 0)
            take(row, value[row], row_ptr, row_pair, rest);
    }
    return DONE;
}

KERNEL shrink_bound(const int64_t *rhs, const int64_t *value, const int64_t *state, const int64_t *rest,
                    const int64_t *first, const int64_t *last, const int64_t *floor, int64_t rows, int64_t pairs,
                    int64_t *found) {
    int64_t total = 0;
    for (int64_t row = 0; row < rows; row++)
        total = plus(total, times(rhs[row], value[row]));
    int64_t e = 0;
    while (e < pairs) {
        if (first[e] < 0) {
            if (state[e] == 2 || (state[e] == 1 && rest[e] > 0))
                total = plus(total, rest[e]);
            e++;
            continue;
        }
        int64_t best = floor[e], end = last[e];
        bool forced = false;
        for (; e < end; e++) {
            if (state[e] == 2) {
                total = plus(total, rest[e]);
                forced = true;
            } else if (state[e] == 1) {
                best = larger(best, rest[e]);
            }
        }
        if (!forced && best > -FAR)
            total = plus(total, best);
    }
    *found = total;
    return DONE;
}

KERNEL shrink_residuals(const int64_t *state, const int64_t *rest, const int64_t *first, const int64_t *last,
                        const int64_t *floor, int64_t *found, int64_t pairs) {
    for (int64_t e = 0; e < pairs; e++) {
        int64_t other = 0;
        if (first[e] >= 0 && state[e] == 1) {
            other = floor[e];
            for (int64_t k = first[e]; k < last[e]; k++) {
                if (k != e && state[k] == 1)
                    other = larger(other, rest[k]);
            }
        }
        found[e] = minus(rest[e], other);
    }
    return DONE;
}

/* The best multiplier of a row depends on the number of its pairs that certainly count, and on the residuals of the
 * others. Sets `certain` to that number, writes the residuals to `room`, and returns how many they are. */
static int64_t weigh(int64_t row, const int64_t *row_ptr, const int64_t *row_pair, Pairs pairs, int64_t *room,
                     int64_t *certain) {
    int64_t count = 0, k = row_ptr[row], end = row_ptr[row + 1];
    *certain = 0;
    while (k < end) {
        int64_t e = row_pair[k];
        if (pairs.first[e] < 0) {
            if (pairs.state[e] == 2)
                ++*certain;
            else if (pairs.state[e] == 1)
                room[count++] = pairs.rest[e];
            k++;
            continue;
        }
        /* Treat the pairs of a top that are in the row as one: the row's multiplier changes all of them alike. */
        int64_t inside = -FAR, outside = pairs.floor[e];
        bool forced = false;
        for (int64_t pair = pairs.first[e]; pair < pairs.last[e]; pair++) {
            if (k < end && row_pair[k] == pair) {
                k++;
                if (pairs.state[pair] == 2)
                    forced = true;
                else if (pairs.state[pair] == 1)
                    inside = larger(inside, pairs.rest[pair]);
            } else if (pairs.state[pair] == 1) {
                outside = larger(outside, pairs.rest[pair]);
            }
        }
        if (forced || (inside > -FAR && outside == -FAR))
            ++*certain;
        else if (inside > -FAR)
            room[count++] = minus(inside, outside);
    }
    return count;
}

static void exchange(int64_t *a, int64_t *b) {
    int64_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Moves the item that has index k in the sorted list to this index, so that no larger item is before it and no smaller
 * item after it. This is C. A. R. Hoare's FIND (1961). */
static void find(int64_t *items, int64_t count, int64_t k) {
    int64_t low = 0, high = count - 1;
    while (low < high) {
        int64_t pivot = items[low + (high - low) / 2], i = low, j = high;
        while (i <= j) {
            while (items[i] < pivot)
                i++;
            while (pivot < items[j])
                j--;
            if (i <= j)
                exchange(&items[i++], &items[j--]);
        }
        if (k <= j)
            high = j;
        else if (k >= i)
            low = i;
        else
            break;
    }
}

/* Sets one row's multiplier to a value that minimises the bound. Returns whether the multiplier changes. */
static bool lower(int64_t row, int64_t rhs, int64_t least, int64_t near, Rows rows, Pairs pairs, int64_t *room) {
    int64_t certain, count = weigh(row, rows.ptr, rows.pair, pairs, room, &certain);
    /* Between two breakpoints, the bound has this slope minus the number of residuals that remain positive. */
    int64_t slope = rhs - certain;
    if (slope < 0 || (slope > count && least == -FAR))
        return false;
    int64_t value = rows.value[row], low = least, high = FAR;
    if (slope > 0 && slope <= count) {
        find(room, count, count - slope);
        high = plus(value, room[count - slope]);
    }
    if (slope < count) {
        int64_t below = room[0]; /* the largest of the `count - slope` smallest residuals */
        for (int64_t i = 1; i < count - slope; i++)
            below = larger(below, room[i]);
        low = plus(value, below);
    }
    if (slope > count)
        high = low;
    int64_t to = larger(smaller(larger(near, low), high), least);
    if (to == value || to <= -FAR)
        return false;
    move(row, to, rows);
    return true;
}

KERNEL shrink_descend(const int64_t *row_ptr, const int64_t *row_pair, const int64_t *rhs, const int64_t *state,
                      int64_t *value, const int64_t *least, int64_t *rest, const int64_t *first, const int64_t *last,
                      const int64_t *floor, const int64_t *near, int64_t inner, int64_t sweeps, int64_t entries,
                      int64_t rows, int64_t pairs) {
    REQUIRE(row_ptr[rows] <= entries);
    Room scratch = {0};
    int64_t *room = ZEROS(&scratch, int64_t, pairs);
    Rows all = {row_ptr, row_pair, value, rest};
    Pairs each = {state, rest, first, last, floor};
    bool changed = !scratch.failed;
    for (int64_t sweep = 0; changed && sweep < sweeps; sweep++) {
        changed = false;
        for (int64_t row = 0; row < rows; row++) {
            if (row < inner || value[row] != 0)
                changed |= lower(row, rhs[row], least[row], near[row], all, each, room);
        }
    }
    Status status = scratch.failed ? NO_MEMORY : DONE;
    leave_room(&scratch);
    return status;
}

/* Returns the growth of the bound if a row's multiplier grows by `by`. */
static int64_t cost_of(int64_t row, int64_t by, int64_t rhs, Rows rows, Pairs pairs, int64_t *room) {
    int64_t certain, count = weigh(row, rows.ptr, rows.pair, pairs, room, &certain);
    int64_t cost = times(rhs - certain, by);
    for (int64_t i = 0; i < count; i++)
        cost = plus(cost, minus(larger(minus(room[i], by), 0), larger(room[i], 0)));
    return cost;
}

KERNEL shrink_pull(const int64_t *row_ptr, const int64_t *row_pair, const int64_t *rhs, const int64_t *state,
                   int64_t *value, int64_t *rest, const int64_t *first, const int64_t *last, const int64_t *floor,
                   const int64_t *near, int64_t slack, int64_t entries, int64_t rows, int64_t pairs, int64_t *left) {
    REQUIRE(row_ptr[rows] <= entries);
    Room scratch = {0};
    int64_t *room = ZEROS(&scratch, int64_t, pairs);
    Rows all = {row_ptr, row_pair, value, rest};
    Pairs each = {state, rest, first, last, floor};
    int64_t most = 0;
    bool again = !scratch.failed;
    while (again) {
        int64_t following = INT64_MAX;
        bool changed = false;
        for (int64_t row = 0; row < rows; row++) {
            int64_t by = minus(near[row], value[row]);
            if (by == 0)
                continue;
            int64_t cost = cost_of(row, by, rhs[row], all, each, room);
            if (cost <= smaller(most, slack)) {
                move(row, near[row], all);
                slack = minus(slack, cost);
                changed = true;
            } else {
                following = smaller(following, cost);
            }
        }
        again = changed || (most < following && following <= slack);
        if (!changed)
            most = following;
    }
    *left = slack;
    Status status = scratch.failed ? NO_MEMORY : DONE;
    leave_room(&scratch);
    return status;
}
