/* The plain search for best and worst games of small pots.  perfectplay.taxman.plain.kernels declares these kernels,
 * and twin.py in that package has the same search in Python; docs/solver.md ("Small questions") has the proofs.
 *
 * A vertex is an index into the numbers of the pot, which ascend; a set of vertices is a row of words, a bit for each.
 * Matchings live in a bipartite graph of *ends*.  A component of the cover graph without odd cycles is bipartite itself,
 * so each of its vertices is one end. In any other component, each vertex has one end on each side.
 *
 * No sum overflows.  Let S be the sum of n numbers; the gains of a matching add up to at most 2S.  A step of the
 * Hungarian method sets a price to a difference of gains along two alternating paths, minus at most the price of an
 * idle end, so the largest price grows by at most 6S.  There are n steps at the root and four for each decided vertex.
 * Prices therefore stay below 32nS; distances and the sum of all prices stay below 64n^2 S, and `fit` limits n^2 S. */

/* Pages in a browser call these kernels, too. */

#include "kernels.h"

enum { OPEN, PICKED, LEFT }; /* states of a number: undecided, picked in all games of a node, picked in no such game */

static const int32_t NOBODY = -1;

/* Returns whether the numbers are positive and ascending, and small enough that no sum overflows. */
static bool fit(const int64_t *numbers, int64_t n) {
    if (n < 0 || n >= 1 << 16)
        return false;
    int64_t room = n == 0 ? 0 : (((int64_t)1 << 56) - 1) / (n * n);
    for (int64_t v = 0; v < n; v++) {
        if (numbers[v] <= (v == 0 ? 0 : numbers[v - 1]) || numbers[v] > room)
            return false;
        room -= numbers[v];
    }
    return true;
}

/* ---- A heap of entries, the least first -------------------------------------------------------------------------- */

typedef struct {
    int64_t first, second, third; /* the keys by which entries are compared */
    int64_t item;
} Entry;

static bool less(Entry a, Entry b) {
    if (a.first != b.first)
        return a.first < b.first;
    if (a.second != b.second)
        return a.second < b.second;
    return a.third < b.third;
}

/* Adds an entry to the heap. Returns false if there is no memory. */
static bool push(Array *heap, Entry entry) {
    if (!reserve(heap, heap->count + 1, sizeof entry))
        return false;
    Entry *entries = heap->data;
    int64_t at = heap->count++;
    for (; at > 0 && less(entry, entries[(at - 1) / 2]); at = (at - 1) / 2)
        entries[at] = entries[(at - 1) / 2];
    entries[at] = entry;
    return true;
}

/* Removes the least entry; the heap must not be empty. */
static Entry pop(Array *heap) {
    Entry *entries = heap->data, least = entries[0], moved = entries[--heap->count];
    int64_t at = 0, child;
    while ((child = 2 * at + 1) < heap->count) {
        child += child + 1 < heap->count && less(entries[child + 1], entries[child]);
        if (!less(entries[child], moved))
            break;
        entries[at] = entries[child];
        at = child;
    }
    entries[at] = moved;
    return least;
}

/* ---- Sets of vertices -------------------------------------------------------------------------------------------- */

static bool holds(const uint64_t *set, int64_t v) {
    return set[v / 64] >> v % 64 & 1;
}

static void flip(uint64_t *set, int64_t v) {
    set[v / 64] ^= UINT64_C(1) << v % 64;
}

static void copy(uint64_t *to, const uint64_t *from, int64_t words) {
    memcpy(to, from, (size_t)words * sizeof *to);
}

static bool is_empty(const uint64_t *set, int64_t words) {
    for (int64_t w = 0; w < words; w++) {
        if (set[w])
            return false;
    }
    return true;
}

static bool meet(const uint64_t *a, const uint64_t *b, int64_t words) {
    for (int64_t w = 0; w < words; w++) {
        if (a[w] & b[w])
            return true;
    }
    return false;
}

/* Begins a loop over the members v of a set, in ascending order. Its body may add or remove members below v. */
#define MEMBERS(v, set, words) \
    for (int64_t w_ = 0, v = 0; w_ < (words); w_++) \
        for (uint64_t word_ = (set)[w_]; word_ && (v = 64 * w_ + index_of(take_lowest(&word_)), true);)

/* ---- The pot ----------------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t other; /* the end on the other side */
    int64_t gain;
    int64_t lower, upper; /* the vertices of the pair */
} Link;

typedef struct {
    const int64_t *numbers;
    int64_t n, words, ends;
    uint64_t *below;  /* for each vertex, the set of its divisors */
    int64_t *end;     /* offsets: the ends of vertex v are end[v] .. end[v + 1] - 1 */
    int64_t *of;      /* the vertex of each end */
    uint8_t *side;    /* the side of each end: 0 or 1 */
    int64_t *link;    /* offsets: the links of an end e are link[e] .. link[e + 1] - 1 */
    Link *links;
    /* Scratch for a step: distances of the ends on this and on the other side (-1 if unknown), the predecessor of
     * each end on the other side, and lists of the ends that were reached. */
    int64_t *here, *there, *way, *reached, *reached_there;
    Array queue;
    /* Scratch for the children of a node: the ends that a decision makes idle. */
    int64_t *loose;
    /* Scratch sets for peeling. */
    uint64_t *once, *twice, *trial, *stuck;
} Pot;

/* For each vertex, fills in its divisors, its lower covers in `covers`, and its lower and upper covers in `near`. */
static void compare(Pot *pot, uint64_t *covers, uint64_t *near) {
    int64_t n = pot->n, words = pot->words;
    for (int64_t v = 0; v < n; v++) {
        uint64_t *below = pot->below + v * words, *cover = covers + v * words;
        for (int64_t q = 0; q < v && pot->numbers[q] <= pot->numbers[v] / 2; q++) {
            if (pot->numbers[v] % pot->numbers[q] == 0)
                flip(below, q);
        }
        copy(cover, below, words);
        MEMBERS(q, below, words) {
            for (int64_t w = 0; w < words; w++)
                cover[w] &= ~pot->below[q * words + w];
        }
        copy(near + v * words, cover, words);
        MEMBERS(q, cover, words)
            flip(near + q * words, v);
    }
}

/* Colours the component of a vertex with 0 and 1 so that the ends of each pair differ. Returns true if this is
 * impossible. `side` is -1 for vertices without a colour; `component` gets the vertices, and `size` their number. */
static bool colour(const Pot *pot, const uint64_t *near, int64_t start, int8_t *side, int64_t *component, int64_t *size) {
    bool odd = false;
    side[start] = 0;
    component[0] = start;
    *size = 1;
    for (int64_t i = 0; i < *size; i++) {
        int64_t v = component[i];
        MEMBERS(q, near + v * pot->words, pot->words) {
            if (side[q] < 0) {
                side[q] = (int8_t)(1 - side[v]);
                component[(*size)++] = q;
            }
            odd = odd || side[q] == side[v];
        }
    }
    return odd;
}

/* Counts the links of each end, and lists them if pot->links is not NULL. */
static void connect(Pot *pot, const uint64_t *covers, int64_t *count) {
    memset(count, 0, (size_t)(pot->ends + 1) * sizeof *count);
    for (int64_t upper = 0; upper < pot->n; upper++) {
        int64_t twins = pot->end[upper + 1] - pot->end[upper];
        /* Count the gain twice if each vertex has only one end: the mirror image of the pair is then missing. */
        int64_t gain = pot->numbers[upper] * (2 / twins);
        MEMBERS(lower, covers + upper * pot->words, pot->words) {
            for (int64_t k = 0; k < twins; k++) {
                int64_t end = pot->end[upper] + k, other = pot->end[lower + 1] - 1 - k;
                if (pot->links != NULL) {
                    pot->links[pot->link[end] + count[end]] = (Link){other, gain, lower, upper};
                    pot->links[pot->link[other] + count[other]] = (Link){end, gain, lower, upper};
                }
                count[end]++;
                count[other]++;
            }
        }
    }
}

/* Prepares a pot with the remaining numbers. Returns false if there is no memory. */
static bool open_pot(Pot *pot, const int64_t *numbers, int64_t n, Room *room) {
    int64_t words = (n + 63) / 64;
    *pot = (Pot){.numbers = numbers, .n = n, .words = words};
    uint64_t *covers = ZEROS(room, uint64_t, n * words), *near = ZEROS(room, uint64_t, n * words);
    int8_t *side = ZEROS(room, int8_t, n);
    bool *odd = ZEROS(room, bool, n);
    int64_t *count = ZEROS(room, int64_t, 2 * n + 1);
    pot->below = ZEROS(room, uint64_t, n * words);
    pot->end = ZEROS(room, int64_t, n + 1);
    pot->of = ZEROS(room, int64_t, 2 * n);
    pot->side = ZEROS(room, uint8_t, 2 * n);
    pot->link = ZEROS(room, int64_t, 2 * n + 1);
    pot->here = ZEROS(room, int64_t, 2 * n);
    pot->there = ZEROS(room, int64_t, 2 * n);
    pot->way = ZEROS(room, int64_t, 2 * n);
    pot->reached = ZEROS(room, int64_t, 2 * n);
    pot->reached_there = ZEROS(room, int64_t, 2 * n);
    pot->loose = ZEROS(room, int64_t, 4 * n);
    pot->once = ZEROS(room, uint64_t, words);
    pot->twice = ZEROS(room, uint64_t, words);
    pot->trial = ZEROS(room, uint64_t, words);
    pot->stuck = ZEROS(room, uint64_t, words);
    if (room->failed)
        return false;
    compare(pot, covers, near);
    for (int64_t v = 0; v < n; v++)
        side[v] = -1;
    for (int64_t v = 0, size = 0; v < n; v++) {
        /* Use `loose` as scratch: it has enough room for the vertices of a component. */
        if (side[v] < 0 && colour(pot, near, v, side, pot->loose, &size)) {
            for (int64_t i = 0; i < size; i++)
                odd[pot->loose[i]] = true;
        }
    }
    for (int64_t v = 0; v < n; v++) {
        for (int k = 0; k < (odd[v] ? 2 : 1); k++) {
            pot->side[pot->ends] = (uint8_t)(odd[v] ? k : side[v]);
            pot->of[pot->ends++] = v;
        }
        pot->end[v + 1] = pot->ends;
    }
    connect(pot, covers, count);
    for (int64_t end = 0; end < pot->ends; end++) {
        pot->link[end + 1] = pot->link[end] + count[end];
        pot->here[end] = pot->there[end] = -1;
    }
    pot->links = ZEROS(room, Link, pot->link[pot->ends]);
    if (room->failed)
        return false;
    connect(pot, covers, count);
    return true;
}

/* ---- Nodes ------------------------------------------------------------------------------------------------------- */

/* A set of games. The bound on their scores is half the sum of the prices. */
typedef struct {
    int64_t bound;
    int64_t *price; /* the price of each end */
    int32_t *mate;  /* the mate of each end, or NOBODY */
    uint8_t *state; /* the state of each vertex */
} Node;

/* Returns a copy of a node, or an empty node for NULL. Returns NULL if there is no memory. */
static Node *new_node(const Pot *pot, const Node *node) {
    size_t ends = (size_t)pot->ends, n = (size_t)pot->n;
    Node *made = malloc(sizeof *made + ends * (sizeof *made->price + sizeof *made->mate) + n);
    if (made == NULL)
        return NULL;
    made->price = (int64_t *)(void *)(made + 1);
    made->mate = (int32_t *)(void *)(made->price + ends);
    made->state = (uint8_t *)(made->mate + ends);
    if (node != NULL) {
        memcpy(made->price, node->price, ends * sizeof *made->price);
        memcpy(made->mate, node->mate, ends * sizeof *made->mate);
        memcpy(made->state, node->state, n);
    } else {
        memset(made->price, 0, ends * sizeof *made->price);
        memset(made->mate, NOBODY, ends * sizeof *made->mate);
        memset(made->state, OPEN, n);
    }
    return made;
}

static void set_bound(const Pot *pot, Node *node) {
    int64_t sum = 0;
    for (int64_t end = 0; end < pot->ends; end++)
        sum += node->price[end];
    node->bound = sum / 2;
}

/* The results of a step: the idle end is now matched or has the price 0; neither is possible; memory ran out. */
typedef enum { SETTLED, HOPELESS, OUT_OF_MEMORY } Step;

/* Finds the shortest alternating path from an idle end to a possible last end, by Dijkstra's algorithm. The last end is
 * an idle end on the other side or, at the cost of its price, an end on this side that may become idle. The length of a
 * pair is the sum of its prices minus its gain. Fills in the distances of ends on both sides, the predecessors of ends
 * on the other side, the last end of the path (`last`) and its distance (`least`). */
static Step go_to_nearest(Pot *pot, const Node *node, int64_t root, int64_t *count, int64_t *least, int64_t *last) {
    const int64_t *price = node->price;
    const uint8_t *state = node->state;
    Array *queue = &pot->queue;
    int64_t nearest = INT64_MAX; /* the least distance of a known last end; ends that are farther away are irrelevant */
    queue->count = 0;
    /* The second key is the end, plus pot->ends if the search goes through it. Possible last ends thus come first. */
    if (!push(queue, (Entry){0, pot->ends + root, 0, 0}))
        return OUT_OF_MEMORY;
    while (queue->count > 0) {
        Entry entry = pop(queue);
        int64_t distance = entry.first, end = entry.second - pot->ends;
        if (end < 0) {
            *least = distance;
            *last = entry.second;
            return SETTLED;
        }
        if (pot->here[end] >= 0)
            continue;
        pot->here[end] = distance;
        pot->reached[count[0]++] = end;
        if (state[pot->of[end]] != PICKED && distance + price[end] <= nearest) {
            nearest = distance + price[end];
            if (!push(queue, (Entry){nearest, end, 0, 0}))
                return OUT_OF_MEMORY;
        }
        for (int64_t k = pot->link[end]; k < pot->link[end + 1]; k++) {
            const Link *link = pot->links + k;
            int64_t other = link->other, length = distance + price[end] + price[other] - link->gain;
            bool reached = pot->there[other] >= 0;
            if (state[link->lower] == PICKED || state[link->upper] == LEFT || length > nearest ||
                (reached && length >= pot->there[other]))
                continue;
            if (!reached)
                pot->reached_there[count[1]++] = other;
            pot->there[other] = length;
            pot->way[other] = end;
            int64_t mate = node->mate[other];
            if (mate == NOBODY)
                nearest = length;
            if (!push(queue, (Entry){length, mate == NOBODY ? other : pot->ends + mate, 0, 0}))
                return OUT_OF_MEMORY;
        }
    }
    return HOPELESS;
}

/* Performs one step of the Hungarian method: matches an idle end, or lowers its price to zero.
 *
 * Before and after a step, the prices of a pair add up to at least its gain, and to exactly its gain if it is matched.
 * An idle end has the price 0, unless it still waits for a step. An end of a picked number must not stay idle,
 * and its price may be negative. */
static Step settle(Pot *pot, Node *node, int64_t root) {
    int64_t count[2] = {0, 0}, least = 0, last = NOBODY;
    int32_t *mate = node->mate;
    Step step = go_to_nearest(pot, node, root, count, &least, &last);
    if (step == SETTLED) {
        for (int64_t i = 0; i < count[0]; i++)
            node->price[pot->reached[i]] -= larger(0, least - pot->here[pot->reached[i]]);
        for (int64_t i = 0; i < count[1]; i++)
            node->price[pot->reached_there[i]] += larger(0, least - pot->there[pot->reached_there[i]]);
        if (pot->here[last] >= 0) {
            /* Let the last end become idle, since its price is now zero; the path continues with its old mate. */
            int64_t free_end = mate[last];
            mate[last] = NOBODY;
            last = free_end;
        }
        while (last != NOBODY) {
            int64_t end = pot->way[last], following = mate[end];
            mate[end] = (int32_t)last;
            mate[last] = (int32_t)end;
            last = following;
        }
    }
    for (int64_t i = 0; i < count[0]; i++)
        pot->here[pot->reached[i]] = -1;
    for (int64_t i = 0; i < count[1]; i++)
        pot->there[pot->reached_there[i]] = -1;
    return step;
}

/* Returns the root: the node of all games; NULL if there is no memory. */
static Node *root_node(Pot *pot) {
    Node *node = new_node(pot, NULL);
    if (node == NULL)
        return NULL;
    for (int64_t end = 0; end < pot->ends; end++) {
        for (int64_t k = pot->link[end]; pot->side[end] == 0 && k < pot->link[end + 1]; k++)
            node->price[end] = larger(node->price[end], pot->links[k].gain);
    }
    for (int64_t end = 0; end < pot->ends; end++) {
        if (pot->side[end] == 0 && settle(pot, node, end) == OUT_OF_MEMORY) {
            free(node);
            return NULL;
        }
    }
    set_bound(pot, node);
    return node;
}

/* Decides whether a vertex is picked, and lists the ends that become idle. */
static void decide(Pot *pot, Node *node, int64_t v, uint8_t state, int64_t *loose) {
    node->state[v] = state;
    for (int64_t end = pot->end[v]; end < pot->end[v + 1]; end++) {
        int32_t other = node->mate[end];
        if (other == NOBODY) {
            pot->loose[(*loose)++] = end;
        } else if ((pot->of[other] < v) == (state == LEFT)) {
            node->mate[end] = node->mate[other] = NOBODY;
            pot->loose[(*loose)++] = end;
            pot->loose[(*loose)++] = other;
        }
    }
}

/* Updates the matching and the prices of a node after decisions; returns HOPELESS if no game obeys them. */
static Step settle_loose(Pot *pot, Node *node, int64_t loose) {
    for (int64_t i = 0; i < loose; i++) {
        int64_t end = pot->loose[i];
        bool waits = node->price[end] != 0 || node->state[pot->of[end]] == PICKED;
        if (node->mate[end] == NOBODY && waits) {
            Step step = settle(pot, node, end);
            if (step != SETTLED)
                return step;
        }
    }
    set_bound(pot, node);
    return SETTLED;
}

/* ---- Conflicts --------------------------------------------------------------------------------------------------- */

/* Writes the upper ends of a node's matching to `picks`. Returns a vertex with one end that is an upper end and one
 * that is not, or NOBODY. */
static int64_t pick(const Pot *pot, const Node *node, uint64_t *picks) {
    int64_t torn = NOBODY;
    memset(picks, 0, (size_t)pot->words * sizeof *picks);
    for (int64_t v = 0; v < pot->n; v++) {
        int64_t count = 0, ends = pot->end[v + 1] - pot->end[v];
        for (int64_t end = pot->end[v]; end < pot->end[v + 1]; end++)
            count += node->mate[end] != NOBODY && pot->of[node->mate[end]] < v;
        if (count == ends)
            flip(picks, v);
        else if (count > 0 && torn == NOBODY)
            torn = v;
    }
    return torn;
}

/* Removes picks with a private factor (T4) until none is left; the other picks remain in `rest`. Lists the removed
 * picks in order unless `order` is NULL, and returns their number. */
static int64_t peel(Pot *pot, const uint64_t *picks, uint64_t *rest, int64_t *order) {
    int64_t words = pot->words, count = 0, before;
    copy(rest, picks, words);
    do {
        before = count;
        memset(pot->once, 0, (size_t)words * sizeof *pot->once);
        memset(pot->twice, 0, (size_t)words * sizeof *pot->twice);
        MEMBERS(v, rest, words) {
            const uint64_t *below = pot->below + v * words;
            for (int64_t w = 0; w <= v / 64; w++) {
                pot->twice[w] |= pot->once[w] & below[w];
                pot->once[w] |= below[w];
            }
        }
        for (int64_t w = 0; w < words; w++)
            pot->once[w] &= ~(pot->twice[w] | picks[w]);
        MEMBERS(v, rest, words) {
            if (meet(pot->below + v * words, pot->once, v / 64 + 1)) {
                flip(rest, v);
                if (order != NULL)
                    order[count] = v;
                count++;
            }
        }
    } while (count > before);
    return count;
}

/* Writes to `core` the picks that cannot be peeled, and the picks that divide them, which cannot be their factors. */
static void find_stuck(Pot *pot, const uint64_t *picks, uint64_t *core) {
    peel(pot, picks, core, NULL);
    MEMBERS(v, core, pot->words) {
        for (int64_t w = 0; w <= v / 64; w++)
            core[w] |= pot->below[v * pot->words + w] & picks[w];
    }
}

/* Writes to `conflict` a minimal set of picks that no game takes together; it is empty if a game takes all picks. */
static void find_conflict(Pot *pot, const uint64_t *picks, uint64_t *conflict) {
    find_stuck(pot, picks, conflict);
    /* Try to remove small members first: a conflict of large numbers lowers the bound more. */
    MEMBERS(v, conflict, pot->words) {
        if (!holds(conflict, v))
            continue;
        copy(pot->trial, conflict, pot->words);
        flip(pot->trial, v);
        find_stuck(pot, pot->trial, pot->stuck);
        if (!is_empty(pot->stuck, pot->words))
            copy(conflict, pot->stuck, pot->words);
    }
}

/* ---- Best games -------------------------------------------------------------------------------------------------- */

typedef struct {
    Pot pot;
    Array nodes;   /* all nodes in the order of their creation; NULL for processed nodes */
    Array waiting; /* heap: the largest bound first, then the latest node, which is closest to a game */
    int64_t best;  /* score of the best game so far, or -1 */
    /* The decisions that distinguish the children of a node. */
    int64_t *decided;
    uint8_t *before;
    int64_t decisions;
} Search;

/* Stores a node. If there is no memory, frees the node and returns false. */
static bool keep(Search *search, Node *node) {
    Array *nodes = &search->nodes;
    if (node == NULL || !reserve(nodes, nodes->count + 1, sizeof node) ||
        !push(&search->waiting, (Entry){-node->bound, -nodes->count, 0, 0})) {
        free(node);
        return false;
    }
    ((Node **)nodes->data)[nodes->count++] = node;
    return true;
}

static Node *take_best(Search *search) {
    Node **node = (Node **)search->nodes.data - pop(&search->waiting).second, *taken = *node;
    *node = NULL;
    return taken;
}

/* Stores the children of a node: child k obeys the decisions before decision k, and the opposite of decision k. */
static bool split(Search *search, const Node *node) {
    Pot *pot = &search->pot;
    for (int64_t k = 0; k < search->decisions; k++) {
        Node *child = new_node(pot, node);
        if (child == NULL)
            return false;
        int64_t loose = 0;
        for (int64_t i = 0; i < k; i++)
            decide(pot, child, search->decided[i], search->before[i], &loose);
        decide(pot, child, search->decided[k], search->before[k] == LEFT ? PICKED : LEFT, &loose);
        Step step = settle_loose(pot, child, loose);
        if (step == SETTLED && child->bound >= search->best) {
            if (!keep(search, child))
                return false;
        } else {
            free(child);
            if (step == OUT_OF_MEMORY)
                return false;
        }
    }
    return true;
}

/* Splits a node by a conflict, which no game takes completely. The children differ in the largest member that is not
 * picked. */
static bool split_by_conflict(Search *search, const Node *node, const uint64_t *conflict) {
    search->decisions = 0;
    for (int64_t v = search->pot.n - 1; v >= 0; v--) {
        if (holds(conflict, v) && node->state[v] == OPEN) {
            search->decided[search->decisions] = v;
            search->before[search->decisions++] = PICKED;
        }
    }
    return split(search, node);
}

/* Splits a node by a number that has one upper end and one other end: one child picks it, the other does not. */
static bool split_by_torn(Search *search, const Node *node, int64_t torn) {
    search->decisions = 1;
    search->decided[0] = torn;
    search->before[0] = PICKED;
    if (!split(search, node))
        return false;
    search->before[0] = LEFT;
    return split(search, node);
}

/* Stores nodes that together contain every game of a node except the games with exactly these picks. */
static bool split_off(Search *search, const Node *node, const uint64_t *picks) {
    search->decisions = 0;
    for (int64_t v = search->pot.n - 1; v >= 0; v--) {
        if (node->state[v] == OPEN) {
            search->decided[search->decisions] = v;
            search->before[search->decisions++] = holds(picks, v) ? PICKED : LEFT;
        }
    }
    return split(search, node);
}

/* Appends the moves of a game in playing order, and a zero. The picks must be peelable; `order` is scratch. */
static bool list_game(Pot *pot, const uint64_t *picks, int64_t *order, Array *games) {
    int64_t count = peel(pot, picks, pot->stuck, order);
    if (!reserve(games, games->count + count + 1, sizeof *order))
        return false;
    int64_t *moves = games->data;
    while (count > 0)
        moves[games->count++] = pot->numbers[order[--count]];
    moves[games->count++] = 0;
    return true;
}

/* Returns whether a waiting node may contain a game that is at least as good as the best game so far. */
static bool goes_on(const Search *search) {
    return search->waiting.count > 0 && -((Entry *)search->waiting.data)->first >= search->best;
}

static Status find_best(Search *search, int64_t most_nodes, bool every, Room *room, Array *games, int64_t *nodes) {
    Pot *pot = &search->pot;
    uint64_t *picks = ZEROS(room, uint64_t, pot->words), *conflict = ZEROS(room, uint64_t, pot->words);
    int64_t *order = ZEROS(room, int64_t, pot->n);
    bool fine = !room->failed;
    /* Each game that no waiting node contains is listed already, or worse than the best game so far. */
    while (fine && *nodes < most_nodes && goes_on(search)) {
        ++*nodes;
        Node *node = take_best(search);
        int64_t torn = pick(pot, node, picks);
        find_conflict(pot, picks, conflict);
        if (!is_empty(conflict, pot->words)) {
            fine = split_by_conflict(search, node, conflict);
        } else if (torn != NOBODY) {
            fine = split_by_torn(search, node, torn);
        } else {
            search->best = node->bound;
            fine = list_game(pot, picks, order, games);
            if (fine && every)
                fine = split_off(search, node, picks);
        }
        free(node);
        if (!every && search->best >= 0)
            break;
    }
    return fine ? DONE : NO_MEMORY;
}

KERNEL plain_best_games(const int64_t *numbers, int64_t most_nodes, bool every, int64_t n, Array *games, int64_t *score,
                        int64_t *nodes, int64_t *root, bool *finished) {
    REQUIRE(fit(numbers, n));
    Room room = {0};
    Search search = {.best = -1};
    Status status = NO_MEMORY;
    search.decided = ZEROS(&room, int64_t, n);
    search.before = ZEROS(&room, uint8_t, n);
    if (open_pot(&search.pot, numbers, n, &room) && keep(&search, root_node(&search.pot))) {
        *root = (*(Node **)search.nodes.data)->bound;
        status = find_best(&search, most_nodes, every, &room, games, nodes);
        *score = search.best;
        *finished = every ? !goes_on(&search) : search.best >= 0;
    }
    for (int64_t i = 0; i < search.nodes.count; i++)
        free(((Node **)search.nodes.data)[i]);
    free(search.nodes.data);
    free(search.waiting.data);
    free(search.pot.queue.data);
    leave_room(&room);
    return status;
}

/* ---- Worst games ------------------------------------------------------------------------------------------------- */

enum { MOST = 128, USEFUL = 63 }; /* the maximum size of a pot, and of its set of useful numbers */

/* A number is *useful* if it has a multiple.  A game is over when all useful numbers are gone, and the rest of a game
 * depends only on which useful numbers are gone. So a worst game is a shortest path through such sets, found by A*. */
typedef struct {
    const int64_t *numbers;
    int64_t n;
    uint64_t useful;       /* the set of useful numbers */
    uint64_t below[MOST];  /* the divisors of each number */
    uint8_t pickers[USEFUL][MOST]; /* the moves that remove a useful number: the number itself and its multiples */
    int64_t count[USEFUL];
} Worst;

/* A set of removed useful numbers, the least known score that reaches it, and a lower bound on the rest. */
typedef struct {
    uint64_t gone;
    int64_t score, rest;
    bool known;
} Known;

/* A path to a set of removed numbers: the last move, and the index of the path to the previous set. */
typedef struct {
    int64_t number, before;
} Way;

typedef struct {
    Known *table; /* a hash table with open addressing */
    int64_t places, known;
    Array ways, waiting;
} Sets;

/* Returns false if a number divides another one but is not among the smallest 63. */
static bool prepare(Worst *worst, const int64_t *numbers, int64_t n) {
    worst->numbers = numbers;
    worst->n = n;
    for (int64_t v = 0; v < n; v++) {
        for (int64_t q = 0; q < v; q++) {
            if (numbers[v] % numbers[q] != 0)
                continue;
            if (q >= USEFUL)
                return false;
            worst->below[v] |= UINT64_C(1) << q;
        }
        worst->useful |= worst->below[v];
    }
    for (int64_t v = 0; v < smaller(n, USEFUL); v++) {
        for (int64_t m = v; m < n; m++) {
            if (m == v || worst->below[m] >> v & 1)
                worst->pickers[v][worst->count[v]++] = (uint8_t)m;
        }
    }
    return true;
}

/* Returns a lower bound on the rest of the score: each pick is worth at least the prices of the numbers it removes. */
static int64_t bound_rest(const Worst *worst, uint64_t gone) {
    uint64_t left = worst->useful & ~gone;
    int64_t room[MOST], total = 0;
    memcpy(room, worst->numbers, (size_t)worst->n * sizeof *room);
    for (int64_t v = USEFUL - 1; v >= 0; v--) {
        if (!(left >> v & 1))
            continue;
        /* Leave out the number itself if it has no divisor left: it can no longer be picked. */
        const uint8_t *able = worst->pickers[v], *end = able + worst->count[v];
        if (!(worst->below[v] & left))
            able++;
        int64_t price = room[*able];
        for (const uint8_t *m = able; m < end; m++)
            price = smaller(price, room[*m]);
        for (const uint8_t *m = able; m < end; m++)
            room[*m] -= price;
        total += price;
    }
    return total;
}

/* Returns the slot of a set in a table, or the free slot for it. */
static Known *place_of(Known *table, int64_t places, uint64_t gone) {
    /* Multiply by 2^64 divided by the golden ratio, so that the upper bits depend on all bits. */
    uint64_t hash = gone * UINT64_C(0x9E3779B97F4A7C15);
    int64_t at = (int64_t)((hash ^ hash >> 32) & (uint64_t)(places - 1));
    while (table[at].known && table[at].gone != gone)
        at = (at + 1) & (places - 1);
    return table + at;
}

/* Enlarges the table if one more set would fill more than half of it. Returns false if there is no memory. */
static bool grow(Sets *sets) {
    if (2 * sets->known < sets->places)
        return true;
    int64_t places = larger(1024, 2 * sets->places);
    Known *table = calloc((size_t)places, sizeof *table);
    if (table == NULL)
        return false;
    for (int64_t i = 0; i < sets->places; i++) {
        if (sets->table[i].known)
            *place_of(table, places, sets->table[i].gone) = sets->table[i];
    }
    free(sets->table);
    sets->table = table;
    sets->places = places;
    return true;
}

/* Records a path to a set if it is better than earlier paths. Returns false if there is no memory. */
static bool reach(const Worst *worst, Sets *sets, uint64_t gone, int64_t score, Way way) {
    if (!grow(sets))
        return false;
    Known *known = place_of(sets->table, sets->places, gone);
    if (known->known && score >= known->score)
        return true;
    if (!known->known) {
        *known = (Known){gone, score, bound_rest(worst, gone), true};
        sets->known++;
    }
    known->score = score;
    Array *ways = &sets->ways;
    if (!reserve(ways, ways->count + 1, sizeof way) ||
        !push(&sets->waiting, (Entry){score + known->rest, -score, (int64_t)gone, ways->count}))
        return false;
    ((Way *)ways->data)[ways->count++] = way;
    return true;
}

/* Finds a shortest path to the end of a game, and lists its moves. */
static Status find_worst(const Worst *worst, Sets *sets, Array *moves) {
    if (!reach(worst, sets, 0, 0, (Way){0, -1}))
        return NO_MEMORY;
    Entry entry = pop(&sets->waiting);
    while ((uint64_t)entry.third != worst->useful) {
        uint64_t gone = (uint64_t)entry.third;
        for (int64_t m = 0; m < worst->n; m++) {
            if (!(worst->below[m] & ~gone))
                continue;
            uint64_t itself = m < USEFUL ? UINT64_C(1) << m : 0, after = gone | ((worst->below[m] | itself) & worst->useful);
            if (!reach(worst, sets, after, worst->numbers[m] - entry.second, (Way){worst->numbers[m], entry.item}))
                return NO_MEMORY;
        }
        entry = pop(&sets->waiting);
    }
    const Way *ways = sets->ways.data;
    for (int64_t at = entry.item; ways[at].before >= 0; at = ways[at].before)
        moves->count++;
    int64_t count = moves->count;
    if (!reserve(moves, count, sizeof(int64_t)))
        return NO_MEMORY;
    for (int64_t at = entry.item; ways[at].before >= 0; at = ways[at].before)
        ((int64_t *)moves->data)[--count] = ways[at].number;
    return DONE;
}

KERNEL plain_worst_game(const int64_t *numbers, int64_t n, Array *moves, int64_t *nodes) {
    REQUIRE(n <= MOST && fit(numbers, n));
    Worst worst = {0};
    REQUIRE(prepare(&worst, numbers, n));
    Sets sets = {0};
    Status status = find_worst(&worst, &sets, moves);
    *nodes = sets.known;
    free(sets.table);
    free(sets.ways.data);
    free(sets.waiting.data);
    return status;
}
