/* Pots with millions of numbers.  perfectplay.taxman.large.kernels.largescale declares these kernels.
 *
 * The vertices are the numbers 1..n, with n below 2^31; entry 0 of every array of n + 1 entries is unused.  The lower
 * covers of v are lower[ptr[v] .. ptr[v + 1] - 1], largest first, and `rank` counts prime factors with multiplicity.
 *
 * Sums of numbers are below n^2 < 2^62.  In an auction, the scale is at most 2^30, so surpluses are at most
 * n * scale < 2^61.  An increment is at most 2^61, and the absolute values of prices and profits are at most the
 * largest surplus plus one increment. */

#include <math.h>

#include "greedy.h"

/* The maximum number of divisors of a number below 2^31. */
enum { MOST_DIVISORS = 1536 };
/* The number of possible ranks: a number below 2^31 has 0 to 30 prime factors. */
enum { RANKS = 31 };

/* The states of an auction; 0 stands for an auction that has not started. */
enum { STARTED = 1, BACKWARD = 2, PHASE_ENDED = 3 };

/* Maximum distance in the list of candidates between two numbers that are delayed or released together. */
enum { BESIDE = 10 };

/* Allocates an array of zeros for a result; NULL if there is no memory. */
static void *filled(Array *array, int64_t count, size_t size) {
    if (!reserve(array, count, size))
        return NULL;
    array->count = count;
    return memset(array->data, 0, (size_t)count * size);
}

/* ---- The cover graph ---------------------------------------------------------------------------------------------- */

/* Fills in `rank`, `ptr` and `lowers`. `count`, `rank` and `ptr` must be zero at first; `count` and `fill` are scratch
 * arrays: `count` gets the number of different prime factors of each number. */
static Status list_covers(int64_t n, int8_t *count, int64_t *fill, int8_t *rank, int64_t *ptr, Array *lowers) {
    for (int64_t p = 2; p <= n; p++) {
        if (count[p] != 0)
            continue;
        for (int64_t multiple = p; multiple <= n; multiple += p)
            count[multiple]++;
        for (int64_t power = p; power <= n; power *= p)
            for (int64_t multiple = power; multiple <= n; multiple += power)
                rank[multiple]++;
    }
    for (int64_t v = 1; v <= n; v++)
        ptr[v + 1] = ptr[v] + count[v];
    int32_t *lower = filled(lowers, ptr[n + 1], sizeof *lower);
    if (lower == NULL)
        return NO_MEMORY;
    memcpy(fill, ptr, (size_t)(n + 2) * sizeof *fill);
    for (int64_t p = 2; p <= n; p++)
        if (rank[p] == 1)
            for (int64_t q = 1; q * p <= n; q++)
                lower[fill[q * p]++] = (int32_t)q;
    return DONE;
}

KERNEL largescale_cover_graph(int64_t n, Array *ptrs, Array *lowers, Array *ranks) {
    REQUIRE(n >= 0 && n < INT32_MAX);
    Room room = {0};
    int8_t *count = ZEROS(&room, int8_t, n + 1);
    int64_t *fill = ZEROS(&room, int64_t, n + 2);
    int64_t *ptr = filled(ptrs, n + 2, sizeof *ptr);
    int8_t *rank = filled(ranks, n + 1, sizeof *rank);
    bool failed = room.failed || ptr == NULL || rank == NULL;
    Status status = failed ? NO_MEMORY : list_covers(n, count, fill, rank, ptr, lowers);
    leave_room(&room);
    return status;
}

KERNEL largescale_neighbours(int64_t n, const int64_t *ptr, const int32_t *lower, int64_t pairs, Array *starts,
                             Array *nears) {
    REQUIRE(n >= 0 && n < INT32_MAX && pairs <= INT64_MAX / 2);
    Room room = {0};
    int64_t *fill = ZEROS(&room, int64_t, n + 2);
    int64_t *start = filled(starts, n + 2, sizeof *start);
    int32_t *near = filled(nears, 2 * pairs, sizeof *near);
    Status status = NO_MEMORY;
    if (!room.failed && start != NULL && near != NULL) {
        for (int64_t v = 1; v <= n; v++) {
            start[v + 1] += ptr[v + 1] - ptr[v];
            for (int64_t e = ptr[v]; e < ptr[v + 1]; e++)
                start[lower[e] + 1]++;
        }
        for (int64_t v = 1; v <= n + 1; v++)
            start[v] += start[v - 1];
        memcpy(fill, start, (size_t)(n + 2) * sizeof *fill);
        for (int64_t v = 1; v <= n; v++) {
            for (int64_t e = ptr[v]; e < ptr[v + 1]; e++) {
                int32_t q = lower[e];
                near[fill[v]++] = q;
                near[fill[q]++] = (int32_t)v;
            }
        }
        status = DONE;
    }
    leave_room(&room);
    return status;
}

/* ---- The heaviest matching ---------------------------------------------------------------------------------------- */

typedef struct {
    int64_t best, second; /* the two largest surpluses; 0 instead of negative ones */
    int32_t who;          /* the neighbour with the largest surplus; 0 if there is none */
} Offer;

/* Returns the two best offers for v. The surplus of a neighbour is the weight of the pair (its larger number) minus the
 * neighbour's price. */
static Offer two_best(int32_t v, const int64_t *start, const int32_t *near, int64_t scale, const int64_t *charge) {
    Offer found = {0, 0, 0};
    for (int64_t k = start[v]; k < start[v + 1]; k++) {
        int64_t surplus = larger(v, near[k]) * scale - charge[near[k]];
        if (surplus > found.best) {
            found = (Offer){surplus, found.best, near[k]};
        } else if (surplus > found.second) {
            found.second = surplus;
        }
    }
    return found;
}

KERNEL largescale_auction(int64_t n, const int64_t *start, const int32_t *near, const int8_t *rank, int64_t scale,
                          int64_t epsilon, int64_t *price, int64_t *profit, int32_t *mate, int32_t *stack,
                          int64_t *state, int64_t work, int64_t ends) {
    REQUIRE(n >= 0 && n < INT32_MAX && scale >= 0 && scale <= 1 << 30 && epsilon >= 0 && epsilon <= (int64_t)1 << 61);
    REQUIRE(state[1] >= 0 && state[1] <= n + 1);
    (void)ends;
    int64_t top = state[1];
    if (state[0] == 0) {
        for (int32_t i = (int32_t)n; i > 0; i--) {
            if ((rank[i] & 1) == 0)
                continue;
            int32_t j = mate[i];
            if (j > 0) {
                int64_t best = two_best(i, start, near, scale, price).best;
                int64_t mine = larger(i, j) * scale - price[j];
                if (mine >= best - epsilon) {
                    profit[i] = mine;
                    continue;
                }
                mate[i] = 0;
                mate[j] = 0;
            }
            profit[i] = 0;
            stack[top++] = i;
        }
        state[0] = STARTED;
    }
    /* Forward phase: prices rise. */
    while (top > 0 && work > 0 && state[0] == STARTED) {
        int32_t i = stack[--top];
        work -= start[i + 1] - start[i];
        Offer found = two_best(i, start, near, scale, price);
        int32_t j = found.who;
        profit[i] = 0;
        if (j == 0)
            continue;
        price[j] += found.best - found.second + epsilon;
        profit[i] = found.second - epsilon;
        int32_t old = mate[j];
        mate[j] = i;
        mate[i] = j;
        if (old > 0) {
            mate[old] = 0;
            stack[top++] = old;
        }
    }
    if (top == 0 && state[0] == STARTED) {
        /* Backward phase: the prices of unmatched numbers fall. In this phase, a number loses its mate only if the mate
         * gets a better offer. */
        state[0] = BACKWARD;
        for (int32_t j = 1; j <= n; j++)
            if ((rank[j] & 1) == 0 && mate[j] == 0 && price[j] > 0)
                stack[top++] = j;
    }
    while (top > 0 && work > 0 && state[0] == BACKWARD) {
        int32_t j = stack[--top];
        work -= start[j + 1] - start[j];
        Offer found = two_best(j, start, near, scale, profit);
        int32_t i = found.who;
        if (i == 0 || found.best <= epsilon) {
            price[j] = 0;
            continue;
        }
        price[j] = larger(found.second - epsilon, 0);
        profit[i] += found.best - price[j];
        int32_t old = mate[i];
        mate[i] = j;
        mate[j] = i;
        if (old > 0) {
            mate[old] = 0;
            if (price[old] > 0)
                stack[top++] = old;
        }
    }
    if (top == 0 && state[0] == BACKWARD)
        state[0] = PHASE_ENDED;
    state[1] = top;
    return DONE;
}

/* Returns the quotient rounded down; the divisor must be positive. */
static int64_t quotient(int64_t number, int64_t divisor) {
    return number / divisor - (number % divisor < 0);
}

KERNEL largescale_dual(int64_t n, const int64_t *start, const int32_t *near, const int8_t *rank, int64_t scale,
                       int64_t shift, const int64_t *price, int64_t *u, int64_t ends, int64_t *sum) {
    REQUIRE(n >= 0 && n < INT32_MAX && scale >= 1 && scale <= 1 << 30 && shift >= 0 && shift < scale);
    (void)ends;
    int64_t total = 0;
    for (int64_t j = 1; j <= n; j++) {
        if ((rank[j] & 1) == 0) {
            u[j] = quotient(price[j] + shift, scale);
            total += u[j];
        }
    }
    for (int64_t i = 1; i <= n; i++) {
        if (rank[i] & 1) {
            int64_t best = 0;
            for (int64_t k = start[i]; k < start[i + 1]; k++)
                best = larger(best, larger(i, near[k]) - u[near[k]]);
            u[i] = best;
            total += best;
        }
    }
    *sum = total;
    return DONE;
}

/* ---- Games, number by number --------------------------------------------------------------------------------------
 *
 * In a game, the tax of a pick is the lower end of its pair: `mate` of the pick is the tax, and `owner` of the tax is
 * the pick. */

/* Returns whether first, first - 1, ..., last are valid indices. */
static bool is_range(int64_t first, int64_t last, int64_t size) {
    return first >= 0 && first < size && size <= INT32_MAX && last >= 1;
}

KERNEL largescale_grow(int64_t first, int64_t last, int64_t limit, const int64_t *ptr, const int32_t *lower,
                       bool *picked, int32_t *tax, int32_t *taker, int32_t *usage, int32_t *users, bool *marks,
                       int32_t *fresh, int32_t *nodes, int32_t *queue, int32_t *later, int64_t pairs, int64_t size,
                       int64_t room, int64_t *sum, int64_t *put_off) {
    REQUIRE(is_range(first, last, size) && first - last < room && limit >= 1);
    (void)pairs;
    Graph graph = {ptr, lower};
    State game = {picked, tax, taker, usage};
    Scratch scratch = scratch_of(users, marks, fresh, nodes, queue, size);
    limit = smaller(limit, size);
    Room own = {0};
    int32_t *others = ZEROS(&own, int32_t, limit + 1);
    if (!own.failed) {
        int64_t gain = 0, count = 0;
        for (int32_t p = (int32_t)first; p >= last; p--) {
            Fit found = fit(p, limit, ALL, &graph, &game, &scratch, others);
            if (found.count < 0) {
                later[count++] = p;
            } else if (found.count > 0) {
                pick(p, &found, &graph, &game, &scratch, others);
                gain += p;
            }
        }
        *sum = gain;
        *put_off = count;
    }
    Status status = own.failed ? NO_MEMORY : DONE;
    leave_room(&own);
    return status;
}

KERNEL largescale_hold_back(const bool *wanted, int64_t first, int64_t last, bool *delayed, const int64_t *ptr,
                            const int32_t *lower, bool *picked, int32_t *tax, int32_t *taker, int32_t *usage,
                            int32_t *users, bool *marks, int32_t *fresh, int32_t *nodes, int32_t *queue, int64_t size,
                            int64_t pairs) {
    REQUIRE(is_range(first, last, size));
    (void)pairs;
    Graph graph = {ptr, lower};
    State game = {picked, tax, taker, usage};
    Scratch scratch = scratch_of(users, marks, fresh, nodes, queue, size);
    Room room = {0};
    int32_t *others = ZEROS(&room, int32_t, size);
    if (!room.failed) {
        for (int32_t x = (int32_t)first; x >= last; x--) {
            Fit found = fit(x, size, ALL, &graph, &game, &scratch, others);
            if (found.count > 0 && wanted[x])
                pick(x, &found, &graph, &game, &scratch, others);
            else
                delayed[x] = found.count > 0;
        }
    }
    Status status = room.failed ? NO_MEMORY : DONE;
    leave_room(&room);
    return status;
}

/* ---- Annealing ---------------------------------------------------------------------------------------------------- */

/* Returns e to the power of x <= 0 with an error of at most one unit in the last place; 0 for x below -708, where
 * results would lose digits. Avoids exp() of libm, whose results differ between systems. */
static double exponential(double x) {
    if (x < -708)
        return 0;
    /* Write x as k log 2 + r.  The first part of log 2 ends in so many zeros that its product with k is exact. */
    double k = rint(x * 0x1.71547652b82fep+0);
    double high = x - k * 0x1.62e42fee00000p-1, low = k * 0x1.a39ef35793c76p-33, r = high - low;
    /* Sum the series up to r^13 / 13!: since r is at most 0.35, the next term is below 2^-57. */
    double sum = 1;
    for (int n = 13; n >= 3; n--)
        sum = 1 + sum * r / n;
    double result = 1 + (r + r * r / 2 * sum);
    uint64_t bits = (uint64_t)(1023 + (int64_t)k) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return result * power;
}

KERNEL largescale_exponential(double x, double *result) {
    REQUIRE(x <= 0);
    *result = exponential(x);
    return DONE;
}

/* A search among games in which the numbers first, first - 1, ..., last can be picked. */
typedef struct {
    int64_t n, first, last, columns;
    bool *delayed;
    Graph graph;
    State game, kept;
    Scratch scratch;
    const int64_t *up_ptr; /* the upper covers of v are up[up_ptr[v] .. up_ptr[v + 1] - 1] */
    const int32_t *up;
    int32_t *core, *new_core; /* a row of `columns` entries for each number 0..first: see the declaration */
    bool *dirty, *pending;    /* numbers that `touch` has marked, and numbers that were dropped in this game */
    int32_t *touched, *changed, *others;
    int64_t top, new; /* lengths of `touched` (the dirty numbers) and of `changed` (the numbers with a new row) */
} Annealing;

/* Removes x from the picks. */
static void drop(int32_t x, const Graph *graph, const State *game) {
    game->picked[x] = false;
    game->owner[game->mate[x]] = 0;
    game->mate[x] = 0;
    for (int64_t e = graph->ptr[x]; e < graph->ptr[x + 1]; e++)
        game->usage[graph->lower[e]]--;
}

/* Chooses up to two candidates at random (0 for none). Candidates are delayed numbers and picks that divide others. */
static void choose(const Annealing *search, double draw, double other, double share, int32_t chosen[2]) {
    int32_t *found = search->others;
    int64_t count = 0;
    chosen[0] = chosen[1] = 0;
    for (int32_t x = (int32_t)search->first; x >= search->last; x--)
        if (search->delayed[x] || (search->game.picked[x] && search->game.usage[x] > 0))
            found[count++] = x;
    if (count == 0)
        return;
    int64_t at = (int64_t)(draw * (double)count);
    chosen[0] = found[at];
    if (other >= share)
        return;
    int64_t beside = smaller(larger(at + (int64_t)(2 * BESIDE * other / share) - BESIDE, 0), count - 1);
    if (beside != at)
        chosen[1] = found[beside];
}

static void mark(Annealing *search, int32_t x) {
    if (!search->dirty[x]) {
        search->dirty[x] = true;
        search->touched[search->top++] = x;
    }
}

/* Marks a number that is no longer picked, and its upper covers. */
static void touch(Annealing *search, int32_t q) {
    mark(search, q);
    for (int64_t k = search->up_ptr[q]; k < search->up_ptr[q + 1]; k++)
        mark(search, search->up[k]);
}

/* Drops q if it is picked and smaller than x, and marks it as pending. Returns the loss. */
static int64_t displace(Annealing *search, int32_t x, int32_t q) {
    if (q >= x || !search->game.picked[q])
        return 0;
    search->pending[q] = true;
    drop(q, &search->graph, &search->game);
    return q;
}

/* Picks x if it fits with the larger picks, and drops smaller picks that are then in the way. Returns the change of
 * the score. If x is not picked, `nodes` begins with a set of picks that rules it out, and `stuck` is the size of the
 * set; otherwise `stuck` is 0. */
static int64_t decide(Annealing *search, int32_t x, int64_t *stuck) {
    const Graph *graph = &search->graph;
    const State *game = &search->game;
    const Scratch *scratch = &search->scratch;
    /* Usually x does not fit. Try the larger picks first, because they are fewer than all picks. */
    Fit found = fit(x, search->n + 1, x, graph, game, scratch, search->others);
    *stuck = found.stuck;
    if (found.count == 0)
        return 0;
    int64_t gain = x;
    while (true) {
        found = fit(x, search->n + 1, ALL, graph, game, scratch, search->others);
        if (found.count > 0) {
            pick(x, &found, graph, game, scratch, search->others);
            *stuck = 0;
            return gain;
        }
        for (int64_t i = 0; i < found.stuck; i++) {
            int32_t y = scratch->nodes[i];
            gain -= displace(search, x, y);
            for (int64_t e = graph->ptr[y]; e < graph->ptr[y + 1]; e++)
                gain -= displace(search, x, graph->lower[e]);
        }
    }
}

/* Returns whether x certainly does not fit: no pick that ruled it out is dirty, or these are too many for a row. */
static bool known(const Annealing *search, int32_t x) {
    const int32_t *row = search->core + x * search->columns;
    for (int64_t k = 1; k <= row[0]; k++)
        if (search->dirty[row[k]])
            return false;
    return row[0] != 0;
}

static void copy_game(const State *source, const State *target, int64_t size) {
    memcpy(target->picked, source->picked, (size_t)size * sizeof(bool));
    copy(source->mate, target->mate, size);
    copy(source->owner, target->owner, size);
    copy(source->usage, target->usage, size);
}

/* Delays or releases up to two numbers (0 for none), and plays the game again from `from` down. Returns the change of
 * the score. */
static int64_t vary(Annealing *search, const int32_t chosen[2], int64_t from) {
    const State *game = &search->game;
    bool *delayed = search->delayed;
    int64_t change = 0;
    search->top = search->new = 0;
    for (int32_t x = (int32_t)search->first; x >= search->last; x--) {
        if (delayed[x] && game->picked[x]) {
            change -= x;
            drop(x, &search->graph, game);
        }
    }
    for (int i = 0; i < 2; i++) {
        int32_t x = chosen[i];
        if (x == 0)
            continue;
        delayed[x] = !delayed[x];
        search->changed[search->new++] = x;
        search->new_core[x * search->columns] = 0;
        if (game->picked[x]) {
            change -= x;
            drop(x, &search->graph, game);
            touch(search, x);
        }
    }
    for (int32_t x = (int32_t)from; x >= search->last; x--) {
        if (!delayed[x] && !game->picked[x] && (search->pending[x] || !known(search, x))) {
            int64_t stuck;
            change += decide(search, x, &stuck);
            if (stuck > 0 && search->pending[x])
                touch(search, x);
            search->changed[search->new++] = x;
            int32_t *row = search->new_core + x * search->columns;
            row[0] = stuck < search->columns ? (int32_t)stuck : -1;
            if (row[0] > 0)
                copy(search->scratch.nodes, row + 1, stuck);
        }
        search->pending[x] = false;
    }
    for (int32_t x = (int32_t)search->first; x >= search->last; x--) {
        if (delayed[x]) {
            Fit found = fit(x, search->n + 1, ALL, &search->graph, game, &search->scratch, search->others);
            if (found.count > 0) {
                pick(x, &found, &search->graph, game, &search->scratch, search->others);
                change += x;
            }
        }
    }
    for (int64_t k = 0; k < search->top; k++)
        search->dirty[search->touched[k]] = false;
    return change;
}

/* Accepts the game that was tried. */
static void keep(const Annealing *search) {
    copy_game(&search->game, &search->kept, search->n + 1);
    for (int64_t k = 0; k < search->new; k++) {
        const int32_t *row = search->new_core + search->changed[k] * search->columns;
        copy(row, search->core + search->changed[k] * search->columns, larger(1, row[0] + 1));
    }
}

/* Returns to the previous game. */
static void undo(const Annealing *search, const int32_t chosen[2]) {
    copy_game(&search->kept, &search->game, search->n + 1);
    for (int i = 0; i < 2; i++)
        if (chosen[i] > 0)
            search->delayed[chosen[i]] = !search->delayed[chosen[i]];
}

KERNEL largescale_anneal(const double *draws, double warmth, double share, int64_t first, int64_t last,
                         int64_t *scores, bool *delayed, bool *picked, int32_t *tax, int32_t *taker, int32_t *usage,
                         bool *kept_picked, int32_t *kept_tax, int32_t *kept_taker, int32_t *kept_usage, bool *best,
                         int32_t *core, int32_t *new_core, const int64_t *up_ptr, const int32_t *up,
                         const int64_t *ptr, const int32_t *lower, int32_t *users, bool *marks, int32_t *fresh,
                         int32_t *nodes, int32_t *queue, int64_t tries, int64_t size, int64_t columns, int64_t pairs,
                         int64_t *tried) {
    REQUIRE(is_range(first, last, size) && warmth > 0 && columns >= 1);
    (void)pairs;
    Room room = {0};
    Annealing search = {
        .n = size - 1,
        .first = first,
        .last = last,
        .columns = columns,
        .delayed = delayed,
        .graph = {ptr, lower},
        .game = {picked, tax, taker, usage},
        .kept = {kept_picked, kept_tax, kept_taker, kept_usage},
        .scratch = scratch_of(users, marks, fresh, nodes, queue, size),
        .up_ptr = up_ptr,
        .up = up,
        .core = core,
        .new_core = new_core,
        .dirty = ZEROS(&room, bool, size),
        .pending = ZEROS(&room, bool, size),
        .touched = ZEROS(&room, int32_t, size),
        /* Add two entries, because the two chosen numbers may be listed twice. */
        .changed = ZEROS(&room, int32_t, size + 2),
        .others = ZEROS(&room, int32_t, size),
    };
    if (room.failed) {
        leave_room(&room);
        return NO_MEMORY;
    }
    int64_t r = 0;
    for (; r < tries; r++) {
        const double *draw = draws + 3 * r;
        int32_t chosen[2] = {0, 0};
        if (share >= 0) {
            choose(&search, draw[0], draw[1], share, chosen);
            if (chosen[0] == 0)
                break;
        }
        int64_t change = vary(&search, chosen, chosen[0] == 0 ? first : larger(chosen[0], chosen[1]));
        if (change >= 0 || draw[2] < exponential((double)change / warmth)) {
            keep(&search);
            scores[0] += change;
            if (scores[0] > scores[1]) {
                scores[1] = scores[0];
                memcpy(best, picked, (size_t)size * sizeof *best);
            }
        } else {
            undo(&search, chosen);
        }
    }
    *tried = r;
    leave_room(&room);
    return DONE;
}

/* ---- Games, batch by batch ---------------------------------------------------------------------------------------- */

/* Decides which of the candidates ordered[low .. high - 1] fit; they have the same rank, and the smallest comes first.
 * At the end, `banned` marks the candidates that fit. */
static void settle_level(const int32_t *ordered, int64_t low, int64_t high, int64_t size, const Graph *graph,
                         const State *game, const Scratch *scratch) {
    bool *wanted = scratch->banned, *inside = scratch->inside;
    int32_t *tax = game->mate, *taker = game->owner, *nodes = scratch->nodes, *queue = scratch->queue;
    /* First peel the candidates with the picks of their own level, and drop candidates that get stuck, the smallest
     * first. Then peel the picks of the level above, which can no longer use the candidates as factors. If some
     * of these get stuck, drop candidates, the smallest first. */
    for (int above = 0; above < 2; above++) {
        int64_t count = 0;
        for (int64_t i = low; i < high; i++) {
            int32_t x = ordered[i];
            if (above)
                x = wanted[x] ? taker[x] : 0;
            else
                wanted[x] = true;
            if (x > 0 && !inside[x]) {
                inside[x] = true;
                nodes[count++] = x;
            }
        }
        held_up(0, &count, size, ALL, graph, taker, inside, nodes);
        for (int64_t i = 0; i < count; i++) {
            taker[tax[nodes[i]]] = 0;
            scratch->fresh[nodes[i]] = 0;
        }
        int64_t tail = first_private(nodes, count, ALL, graph, game->picked, scratch);
        int64_t left = count - peel(0, &tail, ALL, graph, game->picked, scratch);
        for (int64_t cursor = low; left > 0;) {
            int64_t head = tail;
            int32_t c = ordered[cursor];
            if (above) {
                while (!(wanted[c] && scratch->users[c].count > 0))
                    c = ordered[++cursor];
                taker[tax[c]] = 0;
                tax[c] = 0;
                if (scratch->users[c].count == 1)
                    queue[tail++] = c;
            } else {
                while (!inside[c])
                    c = ordered[++cursor];
                inside[c] = false;
                left--;
                tail = leave(c, ALL, graph, game->picked, wanted, scratch->users, queue, tail);
            }
            wanted[c] = false;
            left -= peel(head, &tail, ALL, graph, game->picked, scratch);
        }
        for (int64_t i = 0; i < count; i++) {
            int32_t x = nodes[i];
            tax[x] = scratch->fresh[x];
            taker[tax[x]] = x;
        }
        taker[0] = 0;
    }
}

KERNEL largescale_extend(const int32_t *candidates, const int8_t *rank, const int64_t *ptr, const int32_t *lower,
                         bool *picked, int32_t *tax, int32_t *taker, int32_t *usage, int32_t *users, bool *marks,
                         int32_t *fresh, int32_t *nodes, int32_t *queue, int64_t count, int64_t size, int64_t pairs,
                         int64_t *sum) {
    (void)pairs;
    Graph graph = {ptr, lower};
    State game = {picked, tax, taker, usage};
    Scratch scratch = scratch_of(users, marks, fresh, nodes, queue, size);
    Room room = {0};
    int32_t *ordered = ZEROS(&room, int32_t, count);
    if (room.failed) {
        leave_room(&room);
        return NO_MEMORY;
    }
    /* Sort the candidates by rank; within a rank, the smallest stay first. */
    int64_t first[RANKS + 1] = {0}, fill[RANKS + 1];
    for (int64_t i = 0; i < count; i++)
        first[rank[candidates[i]] + 1]++;
    for (int r = 1; r <= RANKS; r++)
        first[r] += first[r - 1];
    memcpy(fill, first, sizeof fill);
    for (int64_t i = 0; i < count; i++)
        ordered[fill[rank[candidates[i]]]++] = candidates[i];
    int64_t gain = 0;
    for (int r = RANKS - 1; r > 0; r--) {
        settle_level(ordered, first[r], first[r + 1], size, &graph, &game, &scratch);
        for (int64_t i = first[r]; i < first[r + 1]; i++) {
            int32_t c = ordered[i];
            if (!scratch.banned[c])
                continue;
            scratch.banned[c] = false;
            picked[c] = true;
            gain += c;
            for (int64_t e = ptr[c]; e < ptr[c + 1]; e++)
                usage[lower[e]]++;
        }
    }
    *sum = gain;
    leave_room(&room);
    return DONE;
}

KERNEL largescale_playing_order(const int32_t *by_rank, const int64_t *rank_ptr, const int64_t *ptr,
                                const int32_t *lower, const bool *picked, int64_t n, int64_t ends, int64_t pairs,
                                Array *order, int64_t *stuck) {
    (void)pairs;
    Graph graph = {ptr, lower};
    Room room = {0};
    Users *users = ZEROS(&room, Users, n + 1);
    int32_t *queue = ZEROS(&room, int32_t, n + 1);
    int32_t *moves = filled(order, n, sizeof *moves);
    if (room.failed || moves == NULL) {
        leave_room(&room);
        return NO_MEMORY;
    }
    int64_t count = 0, left = 0;
    for (int64_t r = 1; r < ends - 1; r++) {
        int64_t begin = count;
        for (int64_t i = rank_ptr[r]; i < rank_ptr[r + 1]; i++) {
            if (picked[by_rank[i]]) {
                left++;
                enter(by_rank[i], ALL, &graph, picked, users);
            }
        }
        int64_t head = 0, tail = 0;
        for (int64_t i = rank_ptr[r - 1]; i < rank_ptr[r]; i++)
            if (users[by_rank[i]].count == 1)
                queue[tail++] = by_rank[i];
        while (head < tail) {
            int32_t f = queue[head++];
            if (users[f].count == 1) {
                int32_t x = users[f].mixed;
                moves[count++] = x;
                left--;
                tail = leave(x, ALL, &graph, picked, picked, users, queue, tail);
            }
        }
        for (int64_t low = begin, high = count - 1; low < high; low++, high--) {
            int32_t x = moves[low];
            moves[low] = moves[high];
            moves[high] = x;
        }
    }
    order->count = count;
    *stuck = left;
    leave_room(&room);
    return DONE;
}

/* ---- The rules ---------------------------------------------------------------------------------------------------- */

KERNEL largescale_smallest_primes(int64_t n, Array *primes) {
    REQUIRE(n >= 0 && n < INT32_MAX);
    int32_t *prime = filled(primes, n + 1, sizeof *prime);
    if (prime == NULL)
        return NO_MEMORY;
    for (int64_t v = 0; v <= n; v++)
        prime[v] = (int32_t)v;
    for (int64_t p = 2; p * p <= n; p++)
        if (prime[p] == p)
            for (int64_t multiple = p * p; multiple <= n; multiple += p)
                if (prime[multiple] == multiple)
                    prime[multiple] = (int32_t)p;
    return DONE;
}

/* Removes the proper divisors of p from the pot. Returns whether any of them was present. */
static bool take_tax(int32_t p, const int32_t *prime, bool *pot) {
    int32_t divisors[MOST_DIVISORS];
    int64_t count = 1;
    divisors[0] = 1;
    for (int32_t rest = p; rest > 1;) {
        int32_t factor = prime[rest];
        int64_t below = count;
        for (; rest % factor == 0; rest /= factor)
            for (int64_t i = 0; i < below; i++, count++)
                divisors[count] = divisors[count - below] * factor;
    }
    /* Skip the last divisor, which is p itself. */
    bool taxed = false;
    for (int64_t i = 0; i < count - 1; i++) {
        taxed = taxed || pot[divisors[i]];
        pot[divisors[i]] = false;
    }
    return taxed;
}

KERNEL largescale_replay(int64_t n, const int32_t *moves, const int32_t *prime, bool *pot, int64_t count,
                         int64_t *score, int64_t *place) {
    *score = 0;
    *place = -1;
    for (int64_t i = 0; i < count; i++) {
        int32_t p = moves[i];
        if (p < 1 || p > n || !pot[p] || !take_tax(p, prime, pot)) {
            *place = i;
            break;
        }
        pot[p] = false;
        *score += p;
    }
    return DONE;
}

KERNEL largescale_leftovers(int64_t n, const int32_t *prime, bool *pot, Array *moves) {
    REQUIRE(n >= 0 && n < INT32_MAX);
    int32_t *taken = filled(moves, n, sizeof *taken);
    if (taken == NULL)
        return NO_MEMORY;
    moves->count = 0;
    /* Take every number that has a divisor left. One pass is enough, because moves only remove divisors. */
    for (int32_t p = (int32_t)n; p > 1; p--) {
        if (pot[p] && take_tax(p, prime, pot)) {
            pot[p] = false;
            taken[moves->count++] = p;
        }
    }
    return DONE;
}
