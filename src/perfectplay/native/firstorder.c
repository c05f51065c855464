/* Steps of a first-order method for the linear program of a large pot, declared in
 * perfectplay.taxman.large.kernels.firstorder.
 *
 * Pair e joins the vertices low[e] and high[e].  Row i of the cuts has the pairs row_pair[row_ptr[i] .. row_ptr[i + 1] - 1],
 * and pair e is in the cuts in_cut[in_ptr[e] .. in_ptr[e + 1] - 1].  Whole weights and multipliers are below 2^62, so
 * the differences between them stay below 2^63. */

#include <math.h>

#include "kernels.h"

/* Returns a value, or 0 if it is negative. The result is exact. A branch would be slower, because processors would
 * mispredict it half of the time. */
static double positive(double value) {
    return 0.5 * (value + fabs(value));
}

typedef struct {
    int64_t pairs, vertices, cuts;
    double balance;
    const double *gain, *room;
    const int64_t *low, *high, *degree, *row_ptr, *row_pair, *in_ptr, *in_cut;
    double *x, *u, *y;             /* the current values of the pairs, vertices and cuts */
    double *sum_x, *sum_u, *sum_y; /* the sums of these values over all steps */
    double *load, *ahead;          /* scratch arrays */
} Program;

static void step(const Program *lp) {
    double *load = lp->load, *ahead = lp->ahead;
    for (int64_t v = 0; v < lp->vertices; v++)
        load[v] = -1.0;
    for (int64_t e = 0; e < lp->pairs; e++) {
        int64_t low = lp->low[e], high = lp->high[e], begin = lp->in_ptr[e], end = lp->in_ptr[e + 1];
        double old = lp->x[e], slope = lp->gain[e] - lp->u[low] - lp->u[high];
        for (int64_t k = begin; k < end; k++)
            slope -= lp->y[lp->in_cut[k]];
        double new = positive(old + slope / (lp->balance * (double)(2 + end - begin))), beyond = 2 * new - old;
        ahead[e] = beyond;
        lp->x[e] = new;
        lp->sum_x[e] += new;
        load[low] += beyond;
        load[high] += beyond;
    }
    for (int64_t v = 0; v < lp->vertices; v++) {
        lp->u[v] = positive(lp->u[v] + lp->balance * load[v] / (double)larger(lp->degree[v], 1));
        lp->sum_u[v] += lp->u[v];
    }
    for (int64_t i = 0; i < lp->cuts; i++) {
        int64_t begin = lp->row_ptr[i], end = lp->row_ptr[i + 1];
        double over = -lp->room[i];
        for (int64_t k = begin; k < end; k++)
            over += ahead[lp->row_pair[k]];
        lp->y[i] = positive(lp->y[i] + lp->balance * over / (double)(end - begin));
        lp->sum_y[i] += lp->y[i];
    }
}

static void mean(double *values, const double *sum, int64_t count, int64_t steps) {
    for (int64_t i = 0; i < count; i++)
        values[i] = sum[i] / (double)steps;
}

KERNEL firstorder_descend(int64_t steps, double balance, const double *gain, const double *room, const int64_t *low,
                          const int64_t *high, const int64_t *degree, const int64_t *row_ptr, const int64_t *row_pair,
                          const int64_t *in_ptr, const int64_t *in_cut, double *x, double *u, double *y, int64_t pairs,
                          int64_t cuts, int64_t vertices, int64_t members) {
    REQUIRE(steps >= 1);
    (void)members;
    Room scratch = {0};
    double *sum_x = ZEROS(&scratch, double, pairs);
    double *sum_u = ZEROS(&scratch, double, vertices);
    double *sum_y = ZEROS(&scratch, double, cuts);
    double *load = ZEROS(&scratch, double, vertices);
    double *ahead = ZEROS(&scratch, double, pairs);
    Program lp = {pairs,    vertices, cuts,   balance, gain, room, low,   high,  degree, row_ptr,
                  row_pair, in_ptr,   in_cut, x,       u,    y,    sum_x, sum_u, sum_y,  load,    ahead};
    if (!scratch.failed) {
        for (int64_t i = 0; i < steps; i++)
            step(&lp);
        mean(x, sum_x, pairs, steps);
        mean(u, sum_u, vertices, steps);
        mean(y, sum_y, cuts, steps);
    }
    Status status = scratch.failed ? NO_MEMORY : DONE;
    leave_room(&scratch);
    return status;
}

KERNEL firstorder_cover(int64_t sweeps, const int64_t *weight, const int64_t *low, const int64_t *high,
                        const int64_t *level, const int64_t *down_ptr, const int64_t *up_ptr, const int64_t *up_pair,
                        int64_t *u, int64_t pairs, int64_t vertices) {
    for (int64_t sweep = 0; sweep < sweeps; sweep++) {
        for (int64_t v = 0; v < vertices; v++) {
            if (((level[v] ^ sweep) & 1) == 0)
                continue;
            int64_t most = 0;
            for (int64_t e = down_ptr[v]; e < down_ptr[v + 1]; e++)
                most = larger(most, weight[e] - u[low[e]]);
            for (int64_t k = up_ptr[v]; k < up_ptr[v + 1]; k++)
                most = larger(most, weight[up_pair[k]] - u[high[up_pair[k]]]);
            u[v] = most;
        }
    }
    (void)pairs;
    return DONE;
}
