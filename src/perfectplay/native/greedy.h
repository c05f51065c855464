/* The greedy choice of the upper ends of an acyclic matching, for greedy.c and for games on large pots.
 *
 * Vertices are 1..n. An array over the vertices has n + 1 entries, and entry 0 is unused.  `fit` says whether a
 * vertex can be picked; `pick` picks it.  To *peel* picks, remove them one after another. Each must have a *private*
 * lower cover when it is removed: one that no other remaining pick of its level covers.  Counts and indices stay below
 * the number of vertices, which is below 2^31. */

#ifndef PERFECTPLAY_GREEDY_H
#define PERFECTPLAY_GREEDY_H

#include "kernels.h"

/* The lower covers of v are lower[ptr[v] .. ptr[v + 1] - 1], in the order in which they are tried. */
typedef struct {
    const int64_t *ptr;
    const int32_t *lower;
} Graph;

typedef struct {
    bool *picked;   /* set for upper ends of matched pairs */
    int32_t *mate;  /* the lower end of each upper end's pair */
    int32_t *owner; /* the upper end of each lower end's pair; 0 for other vertices */
    int32_t *usage; /* the number of picks that cover each vertex */
} State;

/* The *users* of a vertex are the picks of a level that cover it. The exclusive-or of all users is the user itself if
 * there is only one. One struct contains it and the count, so that reading both costs one memory access. */
typedef struct {
    int32_t count, mixed;
} Users;

typedef struct {
    Users *users;  /* zero between calls, like `banned` and `inside` */
    bool *banned;  /* vertices that do not count as private lower covers */
    bool *inside;  /* the picks that remain to be peeled */
    int32_t *fresh; /* the private lower cover of each peeled pick */
    int32_t *nodes, *queue;
} Scratch;

/* The floor with which all picks count. With a higher floor, picks below it do not count as picked. */
enum { ALL = 0 };

/* The number of picks that `settle` tries first. While these can be peeled, it tries four times as many. */
enum { FIRST_LOOK = 16 };

/* Splits `marks`, of shape (2, size), into its arrays. */
static inline Scratch scratch_of(int32_t *users, bool *marks, int32_t *fresh, int32_t *nodes, int32_t *queue,
                                 int64_t size) {
    return (Scratch){(Users *)users, marks, marks + size, fresh, nodes, queue};
}

static inline void copy(const int32_t *source, int32_t *target, int64_t count) {
    memcpy(target, source, (size_t)count * sizeof *source);
}

/* Adds x to the users of its unpicked lower covers. */
static inline void enter(int32_t x, int64_t floor, const Graph *graph, const bool *picked, Users *users) {
    for (int64_t e = graph->ptr[x]; e < graph->ptr[x + 1]; e++) {
        int32_t f = graph->lower[e];
        if (f < floor || !picked[f]) {
            users[f].count++;
            users[f].mixed ^= x;
        }
    }
}

/* Removes x from the users of its lower covers, and queues covers that become private. Returns the end of the queue. */
static inline int64_t leave(int32_t x, int64_t floor, const Graph *graph, const bool *picked, const bool *banned,
                            Users *users, int32_t *queue, int64_t tail) {
    for (int64_t e = graph->ptr[x]; e < graph->ptr[x + 1]; e++) {
        int32_t f = graph->lower[e];
        if (f < floor || !picked[f]) {
            users[f].count--;
            users[f].mixed ^= x;
            if (users[f].count == 1 && !banned[f])
                queue[tail++] = f;
        }
    }
    return tail;
}

/* Enters nodes[0 .. count - 1], and queues their lower covers that are now private. Returns the end of the queue. */
static inline int64_t first_private(const int32_t *nodes, int64_t count, int64_t floor, const Graph *graph,
                                    const bool *picked, const Scratch *scratch) {
    const bool *banned = scratch->banned;
    Users *users = scratch->users;
    int32_t *queue = scratch->queue;
    for (int64_t i = 0; i < count; i++)
        enter(nodes[i], floor, graph, picked, users);
    int64_t tail = 0;
    for (int64_t i = 0; i < count; i++) {
        for (int64_t e = graph->ptr[nodes[i]]; e < graph->ptr[nodes[i] + 1]; e++) {
            int32_t f = graph->lower[e];
            if (users[f].count == 1 && !banned[f])
                queue[tail++] = f;
        }
    }
    return tail;
}

/* Peels all picks that can be peeled, from queue[head] on. A peeled pick is no longer `inside`, and `fresh` gets its
 * private lower cover. Updates the end of the queue, and returns the number of peeled picks. */
static inline int64_t peel(int64_t head, int64_t *tail, int64_t floor, const Graph *graph, const bool *picked,
                           const Scratch *scratch) {
    const bool *banned = scratch->banned;
    Users *users = scratch->users;
    int32_t *queue = scratch->queue;
    int64_t count = 0, end = *tail;
    while (head < end) {
        int32_t f = queue[head++];
        if (users[f].count != 1)
            continue;
        int32_t x = users[f].mixed;
        /* Choose the first private lower cover: it has the fewest upper covers, so it delays the fewest picks later. */
        for (int64_t e = graph->ptr[x]; e < graph->ptr[x + 1]; e++) {
            int32_t g = graph->lower[e];
            if (users[g].count == 1 && !banned[g]) {
                f = g;
                break;
            }
        }
        scratch->fresh[x] = f;
        scratch->inside[x] = false;
        count++;
        end = leave(x, floor, graph, picked, banned, users, queue, end);
    }
    *tail = end;
    return count;
}

/* Appends to `nodes` the picks that can only be peeled after nodes[i .. count - 1], up to `limit` nodes in all. Updates
 * `count`, and returns the index of the first node for which picks may be missing. */
static inline int64_t held_up(int64_t i, int64_t *count, int64_t limit, int64_t floor, const Graph *graph,
                              const int32_t *owner, bool *inside, int32_t *nodes) {
    for (; i < *count; i++) {
        int32_t x = nodes[i];
        for (int64_t e = graph->ptr[x]; e < graph->ptr[x + 1]; e++) {
            int32_t j = owner[graph->lower[e]];
            if (j > floor && !inside[j]) {
                if (*count == limit)
                    return i;
                inside[j] = true;
                nodes[(*count)++] = j;
            }
        }
    }
    return i;
}

/* Tries to peel the root and the picks that can only be peeled after it, and lists them in `nodes`. Returns their
 * number, with their private lower covers in `fresh`. Returns -1 if there are more than `limit` and the first `limit`
 * can be peeled. Returns 0 if peeling is impossible; `nodes` then begins with the picks that get stuck, and `stuck` is
 * their number. */
static inline int64_t settle(int32_t root, int64_t limit, int64_t floor, const Graph *graph, const State *state,
                             const Scratch *scratch, int32_t *nodes, int64_t *stuck) {
    bool *inside = scratch->inside;
    nodes[0] = root;
    inside[root] = true;
    int64_t i = 0, count = 1, size = smaller(FIRST_LOOK, limit);
    while (true) {
        i = held_up(i, &count, size, floor, graph, state->owner, inside, nodes);
        int64_t tail = first_private(nodes, count, floor, graph, state->picked, scratch);
        if (peel(0, &tail, floor, graph, state->picked, scratch) < count) {
            /* Give up: further picks would only make peeling harder. */
            int64_t left = 0;
            for (int64_t k = 0; k < count; k++) {
                int32_t x = nodes[k];
                if (inside[x]) {
                    inside[x] = false;
                    leave(x, floor, graph, state->picked, scratch->banned, scratch->users, scratch->queue, 0);
                    nodes[left++] = x;
                }
            }
            *stuck = left;
            return 0;
        }
        if (i == count)
            return count;
        if (size == limit)
            return -1;
        size = smaller(4 * size, limit);
        for (int64_t k = 0; k < count; k++)
            inside[nodes[k]] = true;
    }
}

/* The result of `fit`: whether a vertex fits, and the data that `pick` then needs. */
typedef struct {
    int64_t count; /* picks of its level to peel again, in `nodes`; 0 if the vertex does not fit, -1 for too many */
    int64_t above; /* picks of the level above to peel again, in `others` */
    int64_t stuck; /* if the vertex does not fit: number of picks of one level that get stuck, which may include it */
} Fit;

/* Tests whether the picks and p are together the upper ends of an acyclic matching. Picks below `floor` do not count.
 * `count` is -1 if more than `limit` picks of one level would have to be peeled again. If p does not fit, `nodes`
 * begins with the picks that get stuck. */
static inline Fit fit(int32_t p, int64_t limit, int64_t floor, const Graph *graph, const State *state,
                      const Scratch *scratch, int32_t *others) {
    Fit found = {0};
    for (int64_t e = graph->ptr[p]; e < graph->ptr[p + 1]; e++) {
        int32_t f = graph->lower[e];
        if (state->usage[f] == 0 && !state->picked[f]) {
            found.count = 1;
            scratch->nodes[0] = p;
            scratch->fresh[p] = f;
            break;
        }
    }
    /* Test p's own level, unless p has an unused lower cover. If p is the mate of a pick, also test the level above,
     * where that pick needs another mate. */
    int32_t user = state->owner[p];
    for (int level = found.count == 1; level < (user > 0 ? 2 : 1); level++) {
        int32_t *nodes = level == 1 ? others : scratch->nodes;
        int64_t stuck = 0;
        state->picked[p] = level == 1;
        int64_t held = settle(level == 1 ? user : p, limit, floor, graph, state, scratch, nodes, &stuck);
        state->picked[p] = false;
        if (held == 0) {
            if (level == 1)
                copy(others, scratch->nodes, stuck);
            return (Fit){0, 0, stuck};
        }
        if (level == 1)
            found.above = held;
        else
            found.count = held;
    }
    return found.count < 0 || found.above < 0 ? (Fit){-1, 0, 0} : found;
}

static inline void commit(const int32_t *nodes, int64_t count, const int32_t *fresh, const State *state) {
    for (int64_t i = 0; i < count; i++)
        state->owner[state->mate[nodes[i]]] = 0;
    for (int64_t i = 0; i < count; i++) {
        state->mate[nodes[i]] = fresh[nodes[i]];
        state->owner[fresh[nodes[i]]] = nodes[i];
    }
}

/* Picks a vertex that fits, according to the result of `fit`. */
static inline void pick(int32_t p, const Fit *found, const Graph *graph, const State *state, const Scratch *scratch,
                        const int32_t *others) {
    commit(others, found->above, scratch->fresh, state);
    commit(scratch->nodes, found->count, scratch->fresh, state);
    state->picked[p] = true;
    for (int64_t e = graph->ptr[p]; e < graph->ptr[p + 1]; e++)
        state->usage[graph->lower[e]]++;
}

#endif
