/* Kernels of the research package, which kernels.py declares.  Plain twins live in the tests. */

#include "kernels.h"

/* A distance that is larger than that of any path. */
#define FAR ((int64_t)1 << 60)

/* ---- Pizzas ------------------------------------------------------------------------------------------------------
 *
 * The product of two sums of coins stays below 2^63: `poorest` refuses larger coins. */

/* Returns the margin of a circle, from a table of all rows that can be left; `margins` is scratch for n margins. */
static int64_t circle_margin(const int64_t *coins, int64_t n, int64_t *margins) {
    if (n == 1)
        return coins[0];
    memcpy(margins, coins, (size_t)n * sizeof *margins);
    for (int64_t length = 2; length < n; length++) {
        int64_t first = margins[0];
        for (int64_t i = 0; i < n; i++) {
            int64_t after = i + 1 < n ? margins[i + 1] : first, last = i + length - 1;
            margins[i] = larger(coins[i] - after, coins[last < n ? last : last - n] - margins[i]);
        }
    }
    int64_t best = coins[0] - margins[1];
    for (int64_t i = 1; i < n; i++)
        best = larger(best, coins[i] - margins[i + 1 < n ? i + 1 : 0]);
    return best;
}

/* Advances to the next circle with the same first coin, in lexicographic order. Returns false after the last one. */
static bool next_circle(int64_t *coins, int64_t n, int64_t largest) {
    int64_t i = n - 1;
    for (; i > 0 && coins[i] == largest; i--)
        coins[i] = coins[0];
    if (i <= 0)
        return false;
    coins[i]++;
    return true;
}

KERNEL perfectplay_research_poorest(
    int64_t largest, int64_t *found, int64_t most, int64_t n, int64_t *share, int64_t *whole, int64_t *count
) {
    REQUIRE(n >= 1 && largest >= 0 && largest <= INT32_MAX / n);
    Room room = {0};
    int64_t *coins = ZEROS(&room, int64_t, n), *margins = ZEROS(&room, int64_t, n);
    int64_t low = 1, of = 1, circles = 0;
    for (int64_t least = 0; !room.failed && least <= largest; least++) {
        for (int64_t i = 0; i < n; i++)
            coins[i] = least;
        do {
            int64_t total = 0;
            for (int64_t i = 0; i < n; i++)
                total += coins[i];
            if (total == 0 || coins[1 % n] > coins[n - 1])
                continue;
            /* This division is exact, because the sum and the margin differ by an even number. */
            int64_t gets = (total + circle_margin(coins, n, margins)) / 2;
            if (gets * of < low * total) {
                low = gets;
                of = total;
                circles = 0;
            }
            if (gets * of == low * total) {
                if (circles < most)
                    memcpy(found + circles * n, coins, (size_t)n * sizeof *coins);
                circles++;
            }
        } while (next_circle(coins, n, largest));
    }
    *share = low;
    *whole = of;
    *count = circles;
    Status status = room.failed ? NO_MEMORY : DONE;
    leave_room(&room);
    return status;
}

/* ---- Prices ------------------------------------------------------------------------------------------------------
 *
 * Prices, floors and the worth of pairs stay below 2^58, so a path is shorter than 2^60. */

/* The pairs of a graph, the prices of its vertices, and the matching for which these pay. */
typedef struct {
    const int64_t *worth, *ptr, *floor;
    const int32_t *pairs;
    int64_t *price, *near, *far, *before;
    int32_t *mate;
} Market;

/* A vertex that can be reached at a distance. */
typedef struct {
    int64_t distance, vertex;
} Reach;

static bool comes_before(Reach a, Reach b) {
    return a.distance < b.distance || (a.distance == b.distance && a.vertex < b.vertex);
}

/* Adds a vertex to a heap whose first entry is the smallest. Returns false if there is no memory. */
static bool push(Array *heap, Reach new) {
    if (!reserve(heap, heap->count + 1, sizeof new))
        return false;
    Reach *entries = heap->data;
    int64_t i = heap->count++;
    for (; i > 0 && comes_before(new, entries[(i - 1) / 2]); i = (i - 1) / 2)
        entries[i] = entries[(i - 1) / 2];
    entries[i] = new;
    return true;
}

/* Removes and returns the smallest entry of a heap, which must not be empty. */
static Reach pop(Array *heap) {
    Reach *entries = heap->data, least = entries[0], last = entries[--heap->count];
    int64_t i = 0;
    for (int64_t child; (child = 2 * i + 1) < heap->count; i = child) {
        if (child + 1 < heap->count && comes_before(entries[child + 1], entries[child]))
            child++;
        if (!comes_before(entries[child], last))
            break;
        entries[i] = entries[child];
    }
    entries[i] = last;
    return least;
}

/* Matches a free vertex whose price is above its floor, or lets it or another vertex be free at its floor.
 *
 * Uses the shortest alternating path among the first `count` vertices (J. Munkres 1957).  `reached`, `beyond` and
 * `heap` are scratch.  Returns false if there is no memory for the heap. */
static bool settle(int64_t root, int64_t count, const Market *market, int64_t *reached, int64_t *beyond, Array *heap) {
    int64_t *price = market->price, *near = market->near, *far = market->far;
    int64_t vertices = 0, mates = 0, length = price[root] - market->floor[root], end = root;
    bool matched = true, room;
    reached[vertices++] = root;
    near[root] = 0;
    heap->count = 0;
    for (room = push(heap, (Reach){0, root}); room && heap->count > 0;) {
        Reach next = pop(heap);
        int64_t distance = next.distance, v = next.vertex;
        if (distance >= length)
            break;
        if (distance > near[v])
            continue;
        if (distance + price[v] - market->floor[v] < length) {
            length = distance + price[v] - market->floor[v];
            end = v;
            matched = true;
        }
        for (int64_t e = market->ptr[v]; room && e < market->ptr[v + 1]; e++) {
            int64_t w = market->pairs[e];
            if (w >= count)
                break;
            int64_t step = distance + price[v] + price[w] - larger(market->worth[v], market->worth[w]);
            if (step >= length || w == market->mate[v] || far[w] <= step)
                continue;
            if (far[w] == FAR)
                beyond[mates++] = w;
            far[w] = step;
            market->before[w] = v;
            int64_t u = market->mate[w];
            if (u < 0) {
                length = step;
                end = w;
                matched = false;
            } else if (step < near[u]) {
                if (near[u] == FAR)
                    reached[vertices++] = u;
                near[u] = step;
                room = push(heap, (Reach){step, u});
            }
        }
    }
    for (int64_t i = 0; i < vertices; i++) {
        price[reached[i]] -= larger(0, length - near[reached[i]]);
        near[reached[i]] = FAR;
    }
    for (int64_t i = 0; i < mates; i++) {
        price[beyond[i]] += larger(0, length - far[beyond[i]]);
        far[beyond[i]] = FAR;
    }
    int64_t w = end;
    if (matched) {
        w = market->mate[end];
        market->mate[end] = -1;
    }
    while (w >= 0) {
        int64_t v = market->before[w], following = market->mate[v];
        market->mate[v] = (int32_t)w;
        market->mate[w] = (int32_t)v;
        w = following;
    }
    return room;
}

KERNEL perfectplay_research_reprice(
    int64_t old, int64_t count, int64_t every, const int64_t *worth, const int64_t *ptr, const int32_t *pairs,
    int64_t *price, const int64_t *floor, int32_t *mate, int64_t *near, int64_t *far, int64_t *before, int64_t n,
    int64_t m
) {
    REQUIRE(0 <= old && old <= count && count <= every && every <= n && n <= INT32_MAX && rise(ptr, n + 1, m));
    Room room = {0};
    int64_t *reached = ZEROS(&room, int64_t, n), *beyond = ZEROS(&room, int64_t, n);
    Array heap = {0};
    Market market = {worth, ptr, floor, pairs, price, near, far, before, mate};
    bool enough = !room.failed;
    for (int64_t v = 0; enough && v < old; v++) {
        if (price[v] >= floor[v])
            continue;
        price[v] = floor[v];
        if (mate[v] >= 0) {
            mate[mate[v]] = -1;
            mate[v] = -1;
        }
    }
    for (int64_t v = 0; enough && v < every; v++) {
        if (v >= old) {
            price[v] = floor[v];
            for (int64_t e = ptr[v]; e < ptr[v + 1] && pairs[e] <= v; e++)
                price[v] = larger(price[v], worth[v] - price[pairs[e]]);
        }
        if (v < count && mate[v] < 0 && price[v] > floor[v])
            enough = settle(v, larger(old, v + 1), &market, reached, beyond, &heap);
    }
    free(heap.data);
    leave_room(&room);
    return enough ? DONE : NO_MEMORY;
}
