/* Greedy choice of the upper ends of an acyclic matching.  perfectplay.matching.kernels.greedy declares this kernel. */

#include "greedy.h"

KERNEL greedy_grow_in_order(const int32_t *order, const int64_t *ptr, const int32_t *lower, bool *picked, int32_t *mate,
                            int32_t *owner, int32_t *usage, int32_t *users, bool *marks, int32_t *fresh, int32_t *nodes,
                            int32_t *queue, int64_t n, int64_t pairs, int64_t size) {
    (void)pairs;
    Graph graph = {ptr, lower};
    State state = {picked, mate, owner, usage};
    Scratch scratch = scratch_of(users, marks, fresh, nodes, queue, size);
    Room room = {0};
    int32_t *others = ZEROS(&room, int32_t, size);
    if (!room.failed) {
        for (int64_t i = 0; i < n; i++) {
            Fit found = fit(order[i], size, ALL, &graph, &state, &scratch, others);
            if (found.count > 0)
                pick(order[i], &found, &graph, &state, &scratch, others);
        }
    }
    Status status = room.failed ? NO_MEMORY : DONE;
    leave_room(&room);
    return status;
}
