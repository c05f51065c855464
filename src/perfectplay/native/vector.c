/* Vector cuts: sets of vertices, each with a vector.  perfectplay.matching.kernels.vector declares these kernels, and
 * explains vectors and sets of vectors.
 *
 * No integer overflows: integers are vertices, pairs, counts of them, vectors below 2^6, or steps of a search (fewer
 * than 2^56). */

#include "kernels.h"

/* A vertex becomes a candidate only if its pair, or a member's pair at the same opposite vertex, exceeds this value. */
static const double SUPPORT = 1e-6;

/* ---- Sets of vectors: words with a bit for each vector --------------------------------------------------------- */

/* For each t, the set of vectors without bit t. */
static const uint64_t WITHOUT[6] = {
    UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333), UINT64_C(0x0F0F0F0F0F0F0F0F),
    UINT64_C(0x00FF00FF00FF00FF), UINT64_C(0x0000FFFF0000FFFF), UINT64_C(0x00000000FFFFFFFF),
};

/* The subspace that contains only the vector 0. */
static const uint64_t NOTHING = 1;

static bool has(uint64_t space, int64_t v) {
    return (space >> v & 1) != 0;
}

/* Adds v to each vector of a set. */
static uint64_t moved(uint64_t space, int64_t v) {
    for (int t = 0; v != 0; v >>= 1, t++) {
        if (v & 1) {
            int by = 1 << t;
            space = (space & WITHOUT[t]) << by | (space >> by & WITHOUT[t]);
        }
    }
    return space;
}

/* Returns the span of a subspace, a vector, and the vector's twin. */
static uint64_t spanned(uint64_t space, int64_t v, const int64_t *twin) {
    space |= moved(space, v);
    if (twin[v] != v)
        space |= moved(space, twin[v]);
    return space;
}

/* Returns whether some vectors span all vectors with this number of bits, which is at most 6. */
static bool spans_all(const int64_t *vs, int64_t count, int64_t bits, const int64_t *twin) {
    uint64_t space = NOTHING;
    for (int64_t i = 0; i < count; i++)
        space = spanned(space, vs[i], twin);
    return space == (bits == 6 ? UINT64_MAX : (UINT64_C(1) << (1 << bits)) - 1);
}

/* The vectors of the members at an opposite vertex, the x of their pairs, and scratch arrays of the same size. */
typedef struct {
    int64_t *vs;
    double *ws;
    uint64_t *before;
    bool *flags;
} Beside;

static Beside beside_in(Room *room, int64_t most) {
    return (Beside){
        ZEROS(room, int64_t, most), ZEROS(room, double, most), ZEROS(room, uint64_t, most + 1), ZEROS(room, bool, most),
    };
}

/* Returns the sum of x over the vectors that the other vectors span, and marks these vectors in b.flags. */
static double closed(Beside b, int64_t count, const int64_t *twin) {
    if (count < 2) {
        b.flags[0] = false;
        return 0.0;
    }
    if (count == 2) {
        /* Two vectors span each other only if they are equal, since one vector represents each projective point. */
        bool both = b.vs[0] == b.vs[1];
        b.flags[0] = b.flags[1] = both;
        return both ? b.ws[0] + b.ws[1] : 0.0;
    }
    b.before[0] = NOTHING;
    for (int64_t i = 0; i < count - 1; i++)
        b.before[i + 1] = spanned(b.before[i], b.vs[i], twin);
    uint64_t after = NOTHING;
    double found = 0.0;
    for (int64_t i = count - 1; i >= 0; i--) {
        /* The others span v if v = a + b, where the vectors before v span a and the vectors after v span b. */
        b.flags[i] = (moved(b.before[i], b.vs[i]) & after) != 0;
        if (b.flags[i])
            found += b.ws[i];
        after = spanned(after, b.vs[i], twin);
    }
    return found;
}

/* ---- Sets of vertices ------------------------------------------------------------------------------------------ */

/* A bipartite graph as seen from one side, the values of its pairs, and the field. */
typedef struct {
    const double *x;
    const int64_t *nb_ptr, *nb_pair, *ob_ptr, *ob_pair, *own, *opp, *twin;
} View;

/* Returns the largest number of pairs at an opposite vertex. */
static int64_t longest_of(const int64_t *ob_ptr, int64_t n) {
    int64_t longest = 0;
    for (int64_t o = 0; o < n; o++)
        longest = larger(longest, ob_ptr[o + 1] - ob_ptr[o]);
    return longest;
}

/* Returns the sum of x over the pairs at an opposite vertex that are in the cut. */
static double inside_at(const View *view, int64_t o, const int64_t *vector, Beside b) {
    int64_t count = 0;
    for (int64_t k = view->ob_ptr[o]; k < view->ob_ptr[o + 1]; k++) {
        int64_t e = view->ob_pair[k], v = vector[view->own[e]];
        if (v > 0) {
            b.vs[count] = v;
            b.ws[count++] = view->x[e];
        }
    }
    return count == 0 ? 0.0 : closed(b, count, view->twin);
}

KERNEL vector_closed_pairs(const int64_t *members, const int64_t *vectors, const int64_t *twin, const int64_t *nb_ptr,
                           const int64_t *nb_pair, const int64_t *ob_ptr, const int64_t *ob_pair, const int64_t *own,
                           const int64_t *opp, int64_t *mark, bool *seen, int64_t size, int64_t near, int64_t pairs,
                           int64_t n, Array *found) {
    REQUIRE(nb_ptr[n] <= near && ob_ptr[n] <= pairs);
    int64_t most = 1; /* an upper bound on the entries at one vertex, even if members are listed twice */
    for (int64_t i = 0; i < size; i++)
        most += nb_ptr[members[i] + 1] - nb_ptr[members[i]];
    Room room = {0};
    Beside b = beside_in(&room, most);
    int64_t *here = ZEROS(&room, int64_t, most);
    if (room.failed || !reserve(found, most, sizeof(int64_t))) {
        leave_room(&room);
        return NO_MEMORY;
    }
    int64_t *out = found->data;
    for (int64_t i = 0; i < size; i++)
        mark[members[i]] = vectors[i];
    for (int64_t i = 0; i < size; i++) {
        for (int64_t k = nb_ptr[members[i]]; k < nb_ptr[members[i] + 1]; k++) {
            int64_t o = opp[nb_pair[k]], count = 0;
            if (seen[o])
                continue;
            seen[o] = true;
            for (int64_t j = ob_ptr[o]; j < ob_ptr[o + 1]; j++) {
                int64_t e = ob_pair[j], v = mark[own[e]];
                if (v > 0) {
                    b.vs[count] = v;
                    here[count++] = e;
                }
            }
            closed(b, count, twin);
            for (int64_t j = 0; j < count; j++) {
                if (b.flags[j])
                    out[found->count++] = here[j];
            }
        }
    }
    for (int64_t i = 0; i < size; i++) {
        mark[members[i]] = 0;
        for (int64_t k = nb_ptr[members[i]]; k < nb_ptr[members[i] + 1]; k++)
            seen[opp[nb_pair[k]]] = false;
    }
    leave_room(&room);
    return DONE;
}

/* The resulting sets: all members and their vectors, and the start and the rank of each set. */
typedef struct {
    Array *members, *vectors, *ptr, *ranks;
} Found;

static void append(Array *array, int64_t item) {
    ((int64_t *)array->data)[array->count++] = item;
}

/* Makes room for a set of `size` members, and enters the first set's start. Returns false if there is no memory. */
static bool room_for(Found found, int64_t size) {
    bool enough = reserve(found.members, found.members->count + size, sizeof(int64_t)) &&
                  reserve(found.vectors, found.vectors->count + size, sizeof(int64_t)) &&
                  reserve(found.ptr, found.ptr->count + 2, sizeof(int64_t)) &&
                  reserve(found.ranks, found.ranks->count + 1, sizeof(int64_t));
    if (enough && found.ptr->count == 0)
        append(found.ptr, 0);
    return enough;
}

/* ---- Pairs of sets --------------------------------------------------------------------------------------------- */

/* The given sets. Vertex v is in the sets `of[of_ptr[v] : of_ptr[v + 1]]`, which ascend. */
typedef struct {
    const int64_t *members, *vectors, *ptr, *ranks;
    int64_t sets, most_rank, width, *of_ptr, *of;
    int64_t *stamp; /* for each set, the last set with which it was combined */
} Sets;

static void list_owners(Sets *sets, int64_t n, int64_t *fill) {
    for (int64_t i = 0; i < sets->ptr[sets->sets]; i++)
        sets->of_ptr[sets->members[i] + 1]++;
    for (int64_t v = 0; v < n; v++) {
        sets->of_ptr[v + 1] += sets->of_ptr[v];
        fill[v] = sets->of_ptr[v];
    }
    for (int64_t i = 0; i < sets->sets; i++) {
        for (int64_t k = sets->ptr[i]; k < sets->ptr[i + 1]; k++)
            sets->of[fill[sets->members[k]]++] = i;
    }
}

/* Returns whether set i should be combined with set j, with which it shares a member. A second call returns false. */
static bool pairs_up(const Sets *sets, int64_t i, int64_t j) {
    if (j >= i || sets->stamp[j] == i || sets->ranks[i] + sets->ranks[j] > sets->most_rank)
        return false;
    sets->stamp[j] = i;
    return true;
}

static void forget_pairs(const Sets *sets) {
    for (int64_t i = 0; i < sets->sets; i++)
        sets->stamp[i] = -1;
}

/* Returns the number of pairs of sets that should be combined. */
static int64_t count_pairs(const Sets *sets) {
    int64_t total = 0;
    forget_pairs(sets);
    for (int64_t i = 0; i < sets->sets; i++) {
        for (int64_t k = sets->ptr[i]; k < sets->ptr[i + 1]; k++) {
            int64_t m = sets->members[k];
            for (int64_t s = sets->of_ptr[m]; s < sets->of_ptr[m + 1]; s++)
                total += pairs_up(sets, i, sets->of[s]);
        }
    }
    return total;
}

/* Stores the combined vector of each member of two sets in `mark`, and lists the members in `touched`. Returns their
 * number. */
static int64_t join(const Sets *sets, int64_t i, int64_t j, int64_t *mark, int64_t *touched) {
    int64_t size = 0;
    for (int64_t a = sets->ptr[i]; a < sets->ptr[i + 1]; a++) {
        touched[size++] = sets->members[a];
        mark[sets->members[a]] = sets->vectors[a];
    }
    for (int64_t a = sets->ptr[j]; a < sets->ptr[j + 1]; a++) {
        int64_t m = sets->members[a];
        if (mark[m] == 0)
            touched[size++] = m;
        mark[m] |= sets->vectors[a] << (sets->width * sets->ranks[i]);
    }
    return size;
}

/* Returns `value` plus the sum of x over the pairs in the cut of a marked set. Clears `seen` at the end. */
static double with_pairs(const View *view, double value, const int64_t *touched, int64_t size, const int64_t *mark,
                         bool *seen, Beside b) {
    for (int64_t a = 0; a < size; a++) {
        for (int64_t k = view->nb_ptr[touched[a]]; k < view->nb_ptr[touched[a] + 1]; k++) {
            int64_t o = view->opp[view->nb_pair[k]];
            if (!seen[o]) {
                seen[o] = true;
                value += inside_at(view, o, mark, b);
            }
        }
    }
    for (int64_t a = 0; a < size; a++) {
        for (int64_t k = view->nb_ptr[touched[a]]; k < view->nb_ptr[touched[a] + 1]; k++)
            seen[view->opp[view->nb_pair[k]]] = false;
    }
    return value;
}

KERNEL vector_combine(const int64_t *members, const int64_t *vectors, const int64_t *ptr, const int64_t *ranks,
                      int64_t width, const int64_t *twin, int64_t most_rank, double least, int64_t most, const double *x,
                      const int64_t *nb_ptr, const int64_t *nb_pair, const int64_t *ob_ptr, const int64_t *ob_pair,
                      const int64_t *own, const int64_t *opp, int64_t *mark, bool *seen, int64_t all, int64_t sets,
                      int64_t pairs, int64_t near, int64_t n, Array *out_members, Array *out_vectors, Array *out_ptr,
                      Array *out_ranks) {
    REQUIRE(width >= 1 && width <= 6 && most_rank >= 0 && most_rank <= 6 / width && most >= 0);
    REQUIRE(ptr[sets] <= all && nb_ptr[n] <= near && ob_ptr[n] <= pairs);
    Room room = {0};
    View view = {x, nb_ptr, nb_pair, ob_ptr, ob_pair, own, opp, twin};
    Sets given = {
        members, vectors, ptr, ranks, sets, most_rank, width,
        ZEROS(&room, int64_t, n + 1), ZEROS(&room, int64_t, all), ZEROS(&room, int64_t, sets),
    };
    Found found = {out_members, out_vectors, out_ptr, out_ranks};
    Beside b = beside_in(&room, longest_of(ob_ptr, n));
    int64_t *touched = ZEROS(&room, int64_t, n), *spanning = ZEROS(&room, int64_t, n);
    if (room.failed || !room_for(found, 0)) {
        leave_room(&room);
        return NO_MEMORY;
    }
    list_owners(&given, n, touched);
    /* Count the pairs first: their number determines which share of them to skip. */
    int64_t total = count_pairs(&given);
    double share = total <= most ? 1.0 : (double)most / (double)total, credit = 0.0;
    bool failed = false;
    forget_pairs(&given);
    for (int64_t i = 0; !failed && i < sets; i++) {
        for (int64_t k = ptr[i]; k < ptr[i + 1]; k++) {
            for (int64_t s = given.of_ptr[members[k]]; s < given.of_ptr[members[k] + 1]; s++) {
                int64_t j = given.of[s];
                if (!pairs_up(&given, i, j))
                    continue;
                credit += share;
                if (credit < 1.0)
                    continue;
                credit -= 1.0;
                int64_t rank = ranks[i] + ranks[j], size = join(&given, i, j, mark, touched);
                double value = with_pairs(&view, (double)(rank - size), touched, size, mark, seen, b);
                for (int64_t a = 0; a < size; a++)
                    spanning[a] = mark[touched[a]];
                /* Check the rank: if one set contains the other, the new rank may be less than the sum of both ranks,
                 * which makes the cut useless. */
                if (value > least && spans_all(spanning, size, width * rank, twin)) {
                    failed = failed || !room_for(found, size);
                    for (int64_t a = 0; !failed && a < size; a++) {
                        append(out_members, touched[a]);
                        append(out_vectors, spanning[a]);
                    }
                    if (!failed) {
                        append(out_ptr, out_members->count);
                        append(out_ranks, rank);
                    }
                }
                for (int64_t a = 0; a < size; a++)
                    mark[touched[a]] = 0;
            }
        }
    }
    leave_room(&room);
    return failed ? NO_MEMORY : DONE;
}

/* ---- The search ------------------------------------------------------------------------------------------------ */

/* The current set. `inside[b * stride + v]` is the sum of x in the cut at the opposite vertices of candidate b, if its
 * vector were v. Possible vectors are the `points`; 0 stands for a vertex outside the set. */
typedef struct {
    View view;
    const int64_t *points;
    int64_t point_count, stride;
    bool *known; /* marks the candidates */
    int64_t *candidates, candidate_count;
    int64_t *vector;
    double *inside;
    Beside b;
    int64_t *count_of; /* the number of listed members with each vector; otherwise zero */
    double *sums;      /* the results of `shares` */
} Set;

/* Lists the vectors of the members at an opposite vertex and the x of their pairs in `set->b`, and counts the vectors in
 * `count_of`. Returns the number of members. */
static int64_t list_members(const Set *set, int64_t o) {
    const View *view = &set->view;
    int64_t count = 0;
    for (int64_t k = view->ob_ptr[o]; k < view->ob_ptr[o + 1]; k++) {
        int64_t e = view->ob_pair[k], v = set->vector[view->own[e]];
        if (v > 0) {
            set->count_of[v]++;
            set->b.vs[count] = v;
            set->b.ws[count++] = view->x[e];
        }
    }
    return count;
}

/* Returns the span of the listed members, except two. */
static uint64_t span_without(const Set *set, int64_t count, int64_t skip, int64_t other) {
    uint64_t space = NOTHING;
    for (int64_t i = 0; i < count; i++) {
        if (i != skip && i != other && !has(space, set->b.vs[i]))
            space = spanned(space, set->b.vs[i], set->view.twin);
    }
    return space;
}

/* Computes how the vector of one vertex affects the listed members, except the member `skip`, which is -1 if the vertex
 * is not a member. For each possible vector, writes to `sums` the sum of x over the others' pairs in the cut. Returns
 * the span of the others. */
static uint64_t shares(const Set *set, int64_t count, int64_t skip) {
    const int64_t *points = set->points, *vs = set->b.vs;
    const double *ws = set->b.ws;
    double *sums = set->sums, always = 0.0;
    uint64_t space = span_without(set, count, skip, skip);
    for (int64_t p = 0; p < set->point_count; p++)
        sums[points[p]] = 0.0;
    for (int64_t i = 0; i < count; i++) {
        if (i == skip)
            continue;
        if (set->count_of[vs[i]] > (skip >= 0 && vs[i] == vs[skip] ? 2 : 1)) {
            always += ws[i];
        } else if (ws[i] > 0.0) {
            uint64_t rest = span_without(set, count, skip, i);
            if (has(rest, vs[i])) {
                always += ws[i];
                continue;
            }
            /* Exchange property: if v and the rest span p, but the rest alone do not, then p and the rest span v. */
            uint64_t apart = space & ~rest;
            for (int64_t p = 0; p < set->point_count; p++) {
                if (has(apart, points[p]))
                    sums[points[p]] += ws[i];
            }
        }
    }
    for (int64_t p = 0; p < set->point_count; p++)
        sums[points[p]] += always;
    return space;
}

/* Adds `sign` times the contributions of opposite vertices to `inside`, for the candidate `only`, or for all candidates
 * except `skip` if `only` is negative. */
static void tally(const Set *set, const int64_t *opposite, int64_t count, int64_t only, int64_t skip, double sign) {
    const View *view = &set->view;
    for (int64_t i = 0; i < count; i++) {
        int64_t o = opposite[i], members = list_members(set, o), member = -1;
        bool shared = false;
        uint64_t space = NOTHING;
        for (int64_t k = view->ob_ptr[o]; members > 0 && k < view->ob_ptr[o + 1]; k++) {
            int64_t e = view->ob_pair[k], b = view->own[e];
            bool inner = set->vector[b] > 0;
            member += inner;
            if (b == skip || !set->known[b] || (only >= 0 && b != only))
                continue;
            double *inside = set->inside + b * set->stride;
            if (members == 1 + inner) {
                /* The vector of a single other member must be the same for both pairs to be in the cut. */
                int64_t other = inner && member == 0;
                inside[set->b.vs[other]] += sign * (set->b.ws[other] + view->x[e]);
                continue;
            }
            if (members == 1)
                continue;
            /* Compute the shares only once for all candidates that are not members, because they are the same. */
            if (inner || !shared) {
                space = shares(set, members, inner ? member : -1);
                shared = !inner;
            }
            for (int64_t p = 0; p < set->point_count; p++) {
                int64_t v = set->points[p];
                inside[v] += sign * (set->sums[v] + (v > 0 && has(space, v) ? view->x[e] : 0.0));
            }
        }
        for (int64_t j = 0; j < members; j++)
            set->count_of[set->b.vs[j]] = 0;
    }
}

/* Makes a vertex a candidate if the value of its pair (y) or the member's (x) is large. Returns whether it is new. */
static bool becomes_candidate(Set *set, int64_t b, double x, double y) {
    if (set->known[b] || !(x > SUPPORT || y > SUPPORT))
        return false;
    set->known[b] = true;
    set->candidates[set->candidate_count++] = b;
    return true;
}

static void clear_inside(const Set *set, int64_t b) {
    for (int64_t p = 0; p < set->point_count; p++)
        set->inside[b * set->stride + set->points[p]] = 0.0;
}

/* Begins with a given set, whose members are the first candidates. Returns x(F). `beside` has the opposite vertex of
 * each entry of `nb_pair`. `opposite` is scratch; `seen` is cleared at the end. */
static double begin(Set *set, const int64_t *beside, bool *seen, int64_t *opposite) {
    const View *view = &set->view;
    int64_t given = set->candidate_count, met = 0;
    double total = 0.0;
    /* This loop also visits the candidates that the members add to the list. */
    for (int64_t i = 0; i < set->candidate_count; i++) {
        int64_t b = set->candidates[i];
        clear_inside(set, b);
        for (int64_t k = view->nb_ptr[b]; k < view->nb_ptr[b + 1]; k++) {
            int64_t o = beside[k];
            if (!seen[o]) {
                seen[o] = true;
                opposite[met++] = o;
                if (i < given)
                    total += inside_at(view, o, set->vector, set->b);
            }
            for (int64_t j = view->ob_ptr[o]; i < given && j < view->ob_ptr[o + 1]; j++) {
                int64_t e = view->ob_pair[j];
                becomes_candidate(set, view->own[e], view->x[view->nb_pair[k]], view->x[e]);
            }
        }
    }
    for (int64_t i = 0; i < met; i++)
        seen[opposite[i]] = false;
    tally(set, opposite, met, -1, -1, 1.0);
    return total;
}

/* Returns whether the vectors of the members span all vectors with this number of bits. */
static bool set_spans(const Set *set, int64_t bits) {
    int64_t count = 0;
    for (int64_t i = 0; i < set->candidate_count; i++) {
        if (set->vector[set->candidates[i]] > 0)
            set->b.vs[count++] = set->vector[set->candidates[i]];
    }
    return spans_all(set->b.vs, count, bits, set->view.twin);
}

/* Finds the vertex and its new vector whose change gains most. Returns the vertex, or -1 if none may change. */
static int64_t best_change(const Set *set, const int64_t *tabu, int64_t step, int64_t *vector) {
    double least = -1e9;
    int64_t best = -1;
    for (int64_t i = 0; i < set->candidate_count; i++) {
        int64_t b = set->candidates[i], old = set->vector[b];
        if (tabu[b] > step)
            continue;
        const double *inside = set->inside + b * set->stride;
        double base = inside[old] + (old == 0 ? 1.0 : 0.0);
        for (int64_t p = 0; p < set->point_count; p++) {
            int64_t v = set->points[p];
            double gain = inside[v] - base + (v == 0 ? 1.0 : 0.0);
            if (gain > least) {
                if (v == old)
                    continue;
                least = gain + 1e-9;
                best = b;
                *vector = v;
            }
        }
    }
    return best;
}

/* Changes the vector of a vertex. */
static void change(Set *set, int64_t vertex, int64_t vector, const int64_t *beside) {
    const View *view = &set->view;
    const int64_t *nb_ptr = view->nb_ptr;
    const int64_t *around = beside + nb_ptr[vertex];
    int64_t count = nb_ptr[vertex + 1] - nb_ptr[vertex];
    /* Update nearby candidates: subtract contributions with the old vector, then add contributions with the new one. */
    tally(set, around, count, -1, vertex, -1.0);
    set->vector[vertex] = vector;
    tally(set, around, count, -1, vertex, 1.0);
    for (int64_t k = nb_ptr[vertex]; k < nb_ptr[vertex + 1]; k++) {
        for (int64_t j = view->ob_ptr[beside[k]]; j < view->ob_ptr[beside[k] + 1]; j++) {
            int64_t e = view->ob_pair[j], b = view->own[e];
            if (becomes_candidate(set, b, view->x[view->nb_pair[k]], view->x[e])) {
                clear_inside(set, b);
                tally(set, beside + nb_ptr[b], nb_ptr[b + 1] - nb_ptr[b], b, -1, 1.0);
            }
        }
    }
}

/* Removes all members and candidates. */
static void clear(Set *set, int64_t *best_vector, int64_t *tabu) {
    for (int64_t i = 0; i < set->candidate_count; i++) {
        int64_t b = set->candidates[i];
        set->vector[b] = best_vector[b] = tabu[b] = 0;
        set->known[b] = false;
    }
    set->candidate_count = 0;
}

KERNEL vector_vector_search(const int64_t *starts, const int64_t *start_vectors, const int64_t *start_ptr,
                            const int64_t *ranks, int64_t width, const int64_t *twin, const int64_t *point_ptr,
                            const int64_t *point, const double *x, const int64_t *nb_ptr, const int64_t *nb_pair,
                            const int64_t *ob_ptr, const int64_t *ob_pair, const int64_t *own, const int64_t *opp,
                            int64_t steps, double least, int64_t given, int64_t runs, int64_t ranges, int64_t points,
                            int64_t pairs, int64_t ends, int64_t near, Array *members, Array *vectors, Array *ptr,
                            Array *out_ranks, Array *value) {
    int64_t n = ends - 1, most_rank = 1;
    REQUIRE(n >= 0 && ranges >= 1 && width >= 1 && width <= 6 && steps <= (int64_t)1 << 56);
    REQUIRE(start_ptr[runs] <= given && point_ptr[ranges - 1] <= points && nb_ptr[n] <= near && ob_ptr[n] <= pairs);
    for (int64_t i = 0; i < runs; i++) {
        REQUIRE(ranks[i] >= 1 && ranks[i] < ranges - 1 && ranks[i] <= 6 && width <= 6 / ranks[i]);
        most_rank = larger(most_rank, ranks[i]);
    }
    Room room = {0};
    int64_t stride = (int64_t)1 << (width * most_rank);
    Set set = {
        {x, nb_ptr, nb_pair, ob_ptr, ob_pair, own, opp, twin},
        NULL, 0, stride, ZEROS(&room, bool, n), ZEROS(&room, int64_t, n), 0, ZEROS(&room, int64_t, n),
        ZEROS(&room, double, n > INT64_MAX / stride ? -1 : n * stride), beside_in(&room, larger(longest_of(ob_ptr, n), n)),
        ZEROS(&room, int64_t, 64), ZEROS(&room, double, 64),
    };
    Found found = {members, vectors, ptr, out_ranks};
    int64_t *best_vector = ZEROS(&room, int64_t, n), *tabu = ZEROS(&room, int64_t, n);
    int64_t *opposite = ZEROS(&room, int64_t, n), *beside = ZEROS(&room, int64_t, near);
    bool *seen = ZEROS(&room, bool, n);
    bool failed = room.failed || !room_for(found, 0) || !reserve(value, runs, sizeof(double));
    for (int64_t k = 0; !failed && k < near; k++)
        beside[k] = opp[nb_pair[k]];
    for (int64_t run = 0; !failed && run < runs; run++) {
        int64_t rank = ranks[run], size = start_ptr[run + 1] - start_ptr[run], best_size = 0;
        set.points = point + point_ptr[rank];
        set.point_count = point_ptr[rank + 1] - point_ptr[rank];
        for (int64_t i = start_ptr[run]; i < start_ptr[run + 1]; i++) {
            int64_t b = starts[i];
            set.vector[b] = start_vectors[i];
            set.known[b] = true;
            set.candidates[set.candidate_count++] = b;
        }
        double total = begin(&set, beside, seen, opposite), best = least;
        for (int64_t step = 0; step <= steps; step++) {
            double violation = total - (double)size + (double)rank;
            if (violation > best + 1e-7 && set_spans(&set, width * rank)) {
                best = violation;
                best_size = size;
                for (int64_t i = 0; i < set.candidate_count; i++)
                    best_vector[set.candidates[i]] = set.vector[set.candidates[i]];
            }
            int64_t new = 0, b = -1;
            if (step < steps && !(violation < best - 2.0))
                b = best_change(&set, tabu, step, &new);
            if (b < 0)
                break;
            int64_t old = set.vector[b];
            total += set.inside[b * stride + new] - set.inside[b * stride + old];
            size += (old == 0) - (new == 0);
            change(&set, b, new, beside);
            /* Forbid changes of this vertex for a number of steps that varies from four to eight. */
            tabu[b] = step + 4 + (7 * step + b) % 5;
        }
        failed = !room_for(found, best_size);
        if (!failed && best_size > 0) {
            for (int64_t i = 0; i < set.candidate_count; i++) {
                int64_t b = set.candidates[i];
                if (best_vector[b] > 0) {
                    append(members, b);
                    append(vectors, best_vector[b]);
                }
            }
            append(ptr, members->count);
            append(out_ranks, rank);
            ((double *)value->data)[value->count++] = best;
        }
        clear(&set, best_vector, tabu);
    }
    leave_room(&room);
    return failed ? NO_MEMORY : DONE;
}
