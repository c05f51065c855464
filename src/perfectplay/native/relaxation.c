/* Peeling, and the search for violated cuts of sets.  perfectplay.matching.kernels.relaxation declares these kernels;
 * docs/solver.md explains the ideas.
 *
 * No integer overflows: integers are vertices, pairs, counts of them, sums of weights below 2^38 (MAX_TOTAL of
 * matching/graph.py), or steps of a search (fewer than 2^60). */

#include "kernels.h"

/* ---- Peeling -------------------------------------------------------------------------------------------------- */

/* A graph and its picked vertices. The rest is scratch: `degree`, the number of members above each unpicked vertex;
 * `stack`, vertices with a single member above them; `alive`, the remaining members. */
typedef struct {
    const int64_t *down_ptr, *lower, *up_ptr, *up_pair, *upper;
    const bool *picked;
    int64_t *degree, *stack;
    bool *alive;
} Peeling;

/* Returns a remaining member above a vertex, or -1. */
static int64_t owner_of(const Peeling *p, int64_t q) {
    for (int64_t k = p->up_ptr[q]; k < p->up_ptr[q + 1]; k++) {
        if (p->alive[p->upper[p->up_pair[k]]])
            return p->upper[p->up_pair[k]];
    }
    return -1;
}

/* Peels members. Returns the number of members that get stuck, which stay marked in `alive`. */
static int64_t peel(const Peeling *p, const int64_t *members, int64_t count) {
    const int64_t *down_ptr = p->down_ptr, *lower = p->lower;
    int64_t *degree = p->degree, *stack = p->stack, top = 0, left = count;
    for (int64_t i = 0; i < count; i++) {
        p->alive[members[i]] = true;
        for (int64_t e = down_ptr[members[i]]; e < down_ptr[members[i] + 1]; e++) {
            if (!p->picked[lower[e]])
                degree[lower[e]]++;
        }
    }
    for (int64_t i = 0; i < count; i++) {
        for (int64_t e = down_ptr[members[i]]; e < down_ptr[members[i] + 1]; e++) {
            if (degree[lower[e]] == 1)
                stack[top++] = lower[e];
        }
    }
    while (top > 0) {
        int64_t q = stack[--top], owner = degree[q] == 1 ? owner_of(p, q) : -1;
        if (owner < 0)
            continue;
        p->alive[owner] = false;
        left--;
        for (int64_t e = down_ptr[owner]; e < down_ptr[owner + 1]; e++) {
            if (!p->picked[lower[e]] && --degree[lower[e]] == 1)
                stack[top++] = lower[e];
        }
    }
    for (int64_t i = 0; i < count; i++) {
        for (int64_t e = down_ptr[members[i]]; e < down_ptr[members[i] + 1]; e++)
            degree[lower[e]] = 0;
    }
    return left;
}

KERNEL relaxation_peel_core(const bool *picked, bool *stuck, const int64_t *level, int64_t level_count,
                            const int64_t *down_ptr, const int64_t *lower, const int64_t *up_ptr, const int64_t *up_pair,
                            const int64_t *upper, int64_t n, int64_t pairs) {
    REQUIRE(down_ptr[n] <= pairs && up_ptr[n] <= pairs);
    Room room = {0};
    Peeling peeling = {
        down_ptr, lower, up_ptr, up_pair, upper, picked,
        /* Allocate two entries per pair: a vertex may be pushed at the beginning, and again when one member is left. */
        ZEROS(&room, int64_t, n), ZEROS(&room, int64_t, 2 * pairs), ZEROS(&room, bool, n),
    };
    int64_t *members = ZEROS(&room, int64_t, n);
    for (int64_t r = 0; !room.failed && r < level_count; r++) {
        int64_t count = 0;
        for (int64_t v = 0; v < n; v++) {
            if (picked[v] && level[v] == r)
                members[count++] = v;
        }
        peel(&peeling, members, count);
        for (int64_t i = 0; i < count; i++) {
            stuck[members[i]] = peeling.alive[members[i]];
            peeling.alive[members[i]] = false;
        }
    }
    Status status = room.failed ? NO_MEMORY : DONE;
    leave_room(&room);
    return status;
}

/* Returns whether a vertex that was just picked can stay. It must be possible to peel its own level with it, and the
 * level above without it as a lower cover. The members of level r start at `members[base[r]]`; the vertex is the last
 * member of its level. */
static bool can_stay(const Peeling *p, int64_t vertex, int64_t r, int64_t level_count, const int64_t *members,
                     const int64_t *base, const int64_t *count) {
    for (int64_t s = r; s < smaller(r + 2, level_count); s++) {
        int64_t size = count[s] + (s == r);
        if (s > r && (size == 0 || p->up_ptr[vertex] == p->up_ptr[vertex + 1]))
            continue;
        if (peel(p, members + base[s], size) > 0) {
            for (int64_t i = 0; i < size; i++)
                p->alive[members[base[s] + i]] = false;
            return false;
        }
    }
    return true;
}

KERNEL relaxation_peel_greedy(const int64_t *order, const int64_t *weights, bool *picked, const int64_t *level,
                              int64_t level_count, const int64_t *down_ptr, const int64_t *lower, const int64_t *up_ptr,
                              const int64_t *up_pair, const int64_t *upper, int64_t tried, int64_t n, int64_t pairs,
                              int64_t *value) {
    REQUIRE(tried <= n && level_count >= 0 && level_count < INT64_MAX);
    REQUIRE(down_ptr[n] <= pairs && up_ptr[n] <= pairs);
    Room room = {0};
    Peeling peeling = {
        down_ptr, lower, up_ptr, up_pair, upper, picked,
        ZEROS(&room, int64_t, n), ZEROS(&room, int64_t, 2 * pairs), ZEROS(&room, bool, n),
    };
    int64_t *members = ZEROS(&room, int64_t, n);
    int64_t *base = ZEROS(&room, int64_t, level_count + 1), *count = ZEROS(&room, int64_t, level_count);
    int64_t total = 0;
    for (int64_t v = 0; !room.failed && v < n; v++)
        base[level[v] + 1]++;
    for (int64_t r = 0; !room.failed && r < level_count; r++)
        base[r + 1] += base[r];
    for (int64_t i = 0; !room.failed && i < tried; i++) {
        int64_t p = order[i], r = level[p];
        if (down_ptr[p] == down_ptr[p + 1])
            continue;
        members[base[r] + count[r]] = p;
        picked[p] = true;
        if (can_stay(&peeling, p, r, level_count, members, base, count)) {
            count[r]++;
            total += weights[p];
        } else {
            picked[p] = false;
        }
    }
    *value = total;
    Status status = room.failed ? NO_MEMORY : DONE;
    leave_room(&room);
    return status;
}

/* ---- Cuts of sets --------------------------------------------------------------------------------------------- */

/* A vertex becomes a candidate only if its pair, or a member's pair at the same opposite vertex, exceeds this value. */
static const double SUPPORT = 1e-6;

/* A bipartite graph as seen from one side, the values of its pairs, and the set of a cut on that side. */
typedef struct {
    const double *x;
    const int64_t *nb_ptr, *nb_pair, *ob_ptr, *ob_pair, *own, *opp;
    bool *chosen, *known; /* mark the members of the set, and the candidates, whose gain is known */
    int64_t *count;       /* for each opposite vertex: number of neighbours in the set; `mass` is their total x */
    double *mass;
    double *gain; /* for each candidate: the change of x(F) if it enters or leaves the set */
    int64_t *candidates, candidate_count;
} Set;

/* Returns a random number from 0 to 1 by S. Vigna's xorshift64*, so that a run depends only on its seed. */
static double next_random(uint64_t *state) {
    uint64_t s = *state;
    s ^= s >> 12;
    s ^= s << 25;
    s ^= s >> 27;
    *state = s;
    return (double)((s * UINT64_C(2685821657736338717)) >> 11) * (1.0 / 9007199254740992.0);
}

/* How x(F) changes at an opposite vertex if a neighbour enters the set, or leaves it: `base` plus `share` times the value
 * of its pair. The first entries are for a neighbour outside the set, the second for a member. F holds the pairs of the
 * set at vertices with two or more neighbours in it. */
typedef struct {
    double base[2], share[2];
} Changes;

static Changes changes_at(const Set *set, int64_t o) {
    int64_t count = set->count[o];
    double mass = set->mass[o];
    return (Changes){{count == 1 ? mass : 0.0, count == 2 ? -mass : 0.0}, {count > 0, count > 2 ? -1.0 : 0.0}};
}

static double change(Changes changes, bool member, double w) {
    return changes.base[member] + changes.share[member] * w;
}

/* Returns the change of x(F) if a vertex enters or leaves the set. */
static double gain_of(const Set *set, int64_t b) {
    double gain = 0.0;
    for (int64_t k = set->nb_ptr[b]; k < set->nb_ptr[b + 1]; k++) {
        int64_t e = set->nb_pair[k];
        gain += change(changes_at(set, set->opp[e]), set->chosen[b], set->x[e]);
    }
    return gain;
}

static void make_candidate(Set *set, int64_t b) {
    set->known[b] = true;
    set->candidates[set->candidate_count++] = b;
}

/* Moves a vertex into or out of the set, and adds the change of x(F) to `inside`. */
static void move(Set *set, int64_t vertex, double *inside) {
    bool leaves = set->chosen[vertex];
    int64_t before = set->candidate_count;
    for (int64_t k = set->nb_ptr[vertex]; k < set->nb_ptr[vertex + 1]; k++) {
        int64_t o = set->opp[set->nb_pair[k]];
        double w = set->x[set->nb_pair[k]];
        Changes old = changes_at(set, o);
        *inside += change(old, leaves, w);
        set->count[o] += leaves ? -1 : 1;
        set->mass[o] += leaves ? -w : w;
        Changes new = changes_at(set, o);
        for (int64_t j = set->ob_ptr[o]; j < set->ob_ptr[o + 1]; j++) {
            int64_t b = set->own[set->ob_pair[j]];
            double v = set->x[set->ob_pair[j]];
            if (b == vertex)
                continue;
            if (set->known[b]) {
                set->gain[b] -= change(old, set->chosen[b], v);
                set->gain[b] += change(new, set->chosen[b], v);
            } else if (w > SUPPORT || v > SUPPORT) {
                make_candidate(set, b);
            }
        }
    }
    set->chosen[vertex] = !leaves;
    set->gain[vertex] = gain_of(set, vertex);
    for (int64_t i = before; i < set->candidate_count; i++)
        set->gain[set->candidates[i]] = gain_of(set, set->candidates[i]);
}

/* Returns the candidate whose gain plus some random noise is largest, or -1. */
static int64_t best_move(const Set *set, const int64_t *tabu, int64_t step, int64_t size, double noise, uint64_t *state) {
    double top = -1e9;
    int64_t best = -1;
    for (int64_t i = 0; i < set->candidate_count; i++) {
        int64_t b = set->candidates[i];
        if (tabu[b] > step)
            continue;
        double gain = set->gain[b] + next_random(state) * noise + (set->chosen[b] ? 1.0 : -1.0);
        /* Keep at least two members, which a cut needs. */
        if (gain > top && !(set->chosen[b] && size <= 2)) {
            top = gain;
            best = b;
        }
    }
    return best;
}

/* Removes all members and candidates. */
static void clear(Set *set) {
    for (int64_t i = 0; i < set->candidate_count; i++) {
        int64_t b = set->candidates[i];
        set->chosen[b] = set->known[b] = false;
        for (int64_t k = set->nb_ptr[b]; k < set->nb_ptr[b + 1]; k++) {
            set->count[set->opp[set->nb_pair[k]]] = 0;
            set->mass[set->opp[set->nb_pair[k]]] = 0.0;
        }
    }
    set->candidate_count = 0;
}

/* The parameters of `set_search`. */
typedef struct {
    int64_t steps;
    double noise, least;
    int64_t give_up;
    uint64_t *state;
} Search;

/* Searches once from a vertex. Marks the best set in `best_chosen`, and returns its size, or 0 if no set has a violated
 * cut. */
static int64_t run_from(Set *set, int64_t start, Search search, int64_t *tabu, bool *best_chosen, double *violated) {
    int64_t size = 0, best_size = 0, best_step = 0;
    double inside = 0.0, best = search.least;
    make_candidate(set, start);
    for (int64_t step = 0; step <= search.steps; step++) {
        int64_t vertex = step == 0 ? start : best_move(set, tabu, step, size, search.noise, search.state);
        if (vertex < 0)
            break;
        move(set, vertex, &inside);
        size += set->chosen[vertex] ? 1 : -1;
        if (step >= 1)
            tabu[vertex] = step + 4 + (int64_t)(next_random(search.state) * 8.0);
        double violation = inside - (double)size + 1.0;
        bool better = violation > best + 1e-7;
        if (size >= 2 && (better || (best_size > size && violation > best - 1e-9))) {
            if (better)
                best_step = step;
            best = violation > best ? violation : best;
            best_size = size;
            for (int64_t i = 0; i < set->candidate_count; i++)
                best_chosen[set->candidates[i]] = set->chosen[set->candidates[i]];
        }
        if (step > 1 && (step - larger(best_step, 1) > search.give_up || violation < best - 3.0))
            break;
    }
    *violated = best;
    return best_size;
}

KERNEL relaxation_set_search(const int64_t *starts, const double *x, const int64_t *nb_ptr, const int64_t *nb_pair,
                             const int64_t *ob_ptr, const int64_t *ob_pair, const int64_t *own, const int64_t *opp,
                             int64_t steps, double noise, double least, int64_t give_up, uint64_t *state, int64_t runs,
                             int64_t pairs, int64_t ends, int64_t near, Array *members, Array *ptr, Array *value) {
    REQUIRE(ends >= 1 && steps <= (int64_t)1 << 60);
    REQUIRE(nb_ptr[ends - 1] <= near && ob_ptr[ends - 1] <= pairs);
    int64_t n = ends - 1;
    Room room = {0};
    Set set = {
        x, nb_ptr, nb_pair, ob_ptr, ob_pair, own, opp,
        ZEROS(&room, bool, n), ZEROS(&room, bool, n), ZEROS(&room, int64_t, n), ZEROS(&room, double, n),
        ZEROS(&room, double, n), ZEROS(&room, int64_t, n), 0,
    };
    Search search = {steps, noise, least, give_up, state};
    int64_t *tabu = ZEROS(&room, int64_t, n);
    bool *best_chosen = ZEROS(&room, bool, n);
    bool failed = room.failed || !reserve(ptr, runs + 1, sizeof(int64_t)) || !reserve(value, runs, sizeof(double));
    if (!failed)
        ((int64_t *)ptr->data)[ptr->count++] = 0;
    for (int64_t run = 0; !failed && run < runs; run++) {
        double violation;
        int64_t size = run_from(&set, starts[run], search, tabu, best_chosen, &violation);
        failed = !reserve(members, members->count + size, sizeof(int64_t));
        int64_t *found = members->data;
        for (int64_t i = 0; i < set.candidate_count; i++) {
            int64_t b = set.candidates[i];
            if (best_chosen[b] && !failed)
                found[members->count++] = b;
            best_chosen[b] = false;
            tabu[b] = 0;
        }
        if (size > 0) {
            ((int64_t *)ptr->data)[ptr->count++] = members->count;
            ((double *)value->data)[value->count++] = violation;
        }
        clear(&set);
    }
    leave_room(&room);
    return failed ? NO_MEMORY : DONE;
}
