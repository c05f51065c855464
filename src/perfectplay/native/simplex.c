/* The dual simplex method for the linear programs of the search.  `perfectplay.matching.kernels.relaxation` declares
 * the kernel; docs/solver.md ("The relaxation") explains why the search has a simplex method of its own.
 *
 * Variables 0 .. n - 1 are the columns, and variable n + i is the slack of row i. All variables have two bounds, so any
 * basis is dual feasible once each nonbasic variable is at the right bound, and no first phase is needed.
 *
 * Rows leave by dual steepest edges (J. J. Forrest and D. Goldfarb, 1992); columns enter by a ratio test that passes
 * bounds. factors.c solves the equations. A. Koberstein, "The dual simplex method, techniques for a fast and stable
 * implementation" (2005), describes all of it.
 *
 * Results only guide the search, because bounds are proven in integers. A wrong result costs time but no correctness.
 *
 * No integer overflows: there are fewer than 2^28 rows and columns, and numbers of entries have 64 bits. */

#include "factors.h"

enum { OPTIMAL, INFEASIBLE, BELOW, LIMIT, TROUBLE }; /* how a run ends */

#define TOLERANCE 1e-7   /* by how much a value or a reduced cost may be on the wrong side of its bound */
#define OVERSHOOT 1e-9   /* by how much a step may take a reduced cost beyond 0, for the sake of a larger pivot */
#define LEAST_PIVOT 1e-7 /* least pivot of an iteration */
#define LEAST_WEIGHT 1e-4
#define WRONG 1e-6 /* relative difference at which a pivot that was calculated twice is wrong */
#define ENDLESS 1e30
#define MOST_TROUBLES 20

typedef struct {
    int32_t m, n;
    /* the matrix by rows and by columns */
    const int64_t *row_ptr;
    const int32_t *row_col;
    int64_t *col_ptr;
    int32_t *col_row;
    double *cost, *low, *high; /* of each variable */
    const double *rhs;
    uint8_t *status;
    double *weight; /* of each variable, while it is basic; 0 if not known */
    /* the basis: the variable of each row, its value, and its weight */
    int32_t *head;
    double *x, *w, *bottom, *top;
    double *d;    /* reduced costs */
    double *move; /* 1 if a nonbasic variable can rise, -1 if it can fall, 0 if it is basic or fixed */
    Factors factors;
    /* scratch */
    int32_t *candidate;
    double *rho, *alpha, *column, *tau, *flips;
    Two *both;
    double objective;
    bool failed;
    int64_t iterations;
} Simplex;

static double value_at(const Simplex *s, int32_t j) {
    return s->status[j] == UPPER ? s->high[j] : s->low[j];
}

static void set_status(Simplex *s, int32_t j, uint8_t status) {
    s->status[j] = status;
    s->move[j] = status == BASIC || s->high[j] <= s->low[j] ? 0 : status == LOWER ? 1 : -1;
}

/* Calculates reduced costs and basic values from the factors, after moving nonbasic variables to the right bounds. */
static void refresh(Simplex *s) {
    int32_t m = s->m, n = s->n;
    double *y = s->rho;
    for (int32_t i = 0; i < m; i++)
        y[i] = s->cost[s->head[i]];
    btran(&s->factors, y);
    for (int32_t j = 0; j < n; j++)
        s->d[j] = s->cost[j];
    for (int32_t i = 0; i < m; i++) {
        s->d[n + i] = -y[i];
        if (y[i] != 0) {
            for (int64_t e = s->row_ptr[i]; e < s->row_ptr[i + 1]; e++)
                s->d[s->row_col[e]] -= y[i];
        }
    }
    s->objective = 0;
    for (int32_t i = 0; i < m; i++)
        s->x[i] = s->rhs[i];
    for (int32_t j = 0; j < n + m; j++) {
        if (s->status[j] == BASIC) {
            s->d[j] = s->move[j] = 0;
            continue;
        }
        set_status(s, j, s->d[j] > TOLERANCE ? LOWER : s->d[j] < -TOLERANCE ? UPPER : s->status[j]);
        double at = value_at(s, j);
        if (at == 0)
            continue;
        if (j >= n) {
            s->x[j - n] -= at;
            continue;
        }
        s->objective += s->cost[j] * at;
        for (int64_t e = s->col_ptr[j]; e < s->col_ptr[j + 1]; e++)
            s->x[s->col_row[e]] -= at;
    }
    ftran(&s->factors, s->x);
    for (int32_t i = 0; i < m; i++)
        s->objective += s->cost[s->head[i]] * s->x[i];
}

/* Makes a row of the inverse, `rho`; returns its squared norm. */
static double invert_row(Simplex *s, int32_t row) {
    memset(s->rho, 0, (size_t)s->m * sizeof(double));
    s->rho[row] = 1;
    btran(&s->factors, s->rho);
    double sum = 0;
    for (int32_t i = 0; i < s->m; i++)
        sum += s->rho[i] * s->rho[i];
    return sum;
}

/* Calculates the weights that are not known. */
static void find_weights(Simplex *s) {
    int32_t m = s->m;
    for (int32_t i = 0; i < m; i++) {
        s->bottom[i] = s->low[s->head[i]];
        s->top[i] = s->high[s->head[i]];
        s->w[i] = s->weight[s->head[i]];
        if (!(s->w[i] > 0))
            s->w[i] = invert_row(s, i);
    }
}

static void keep_weights(Simplex *s) {
    for (int32_t i = 0; i < s->m; i++)
        s->weight[s->head[i]] = s->w[i];
}

/* Returns the row whose basic variable leaves, or -1. */
static int32_t choose_row(const Simplex *s) {
    int32_t best = -1;
    double most = 0;
    for (int32_t i = 0; i < s->m; i++) {
        double below = s->bottom[i] - s->x[i], above = s->x[i] - s->top[i], by = below > above ? below : above;
        if (by > TOLERANCE && by * by > most * s->w[i]) {
            most = by * by / s->w[i];
            best = i;
        }
    }
    return best;
}

/* Chooses the entering variable: passes bounds as long as the objective rises. `candidate[0 .. *flipped - 1]` are then
 * the variables to move to their other bounds. Returns -1 if there is none, which proves that the program is empty. */
static int32_t choose_column(Simplex *s, double sign, double slope, int32_t *flipped) {
    int32_t count = 0, *candidate = s->candidate;
    for (int32_t j = 0; j < s->n + s->m; j++) {
        candidate[count] = j;
        count += sign * s->move[j] * s->alpha[j] > LEAST_PIVOT;
    }
    int32_t begin = 0, chosen = -1, chosen_at = 0;
    double most = 0, chosen_size = 0;
    while (begin < count) {
        double step = ENDLESS;
        for (int32_t c = begin; c < count; c++) {
            int32_t j = candidate[c];
            double a = magnitude(s->alpha[j]), d = s->move[j] * s->d[j];
            double ratio = ((d > 0 ? d : 0) + OVERSHOOT) / a;
            step = ratio < step ? ratio : step;
        }
        double largest = 0;
        int32_t end = begin, at = -1;
        for (int32_t c = begin; c < count; c++) {
            int32_t j = candidate[c];
            double a = magnitude(s->alpha[j]), d = s->move[j] * s->d[j];
            if ((d > 0 ? d : 0) > step * a)
                continue;
            candidate[c] = candidate[end];
            candidate[end++] = j;
            slope -= a * (s->high[j] - s->low[j]);
            if (a > largest) {
                largest = a;
                at = j;
            }
        }
        most = largest > most ? largest : most;
        /* Prefer late groups, but not with a small pivot. */
        if (chosen < 0 || largest >= 0.1 * most || largest >= 1 || largest >= chosen_size) {
            chosen = at;
            chosen_at = begin;
            chosen_size = largest;
        }
        begin = end;
        if (slope < 0) {
            *flipped = chosen_at;
            return chosen;
        }
    }
    *flipped = 0;
    return slope > TOLERANCE ? -1 : (*flipped = chosen_at, chosen);
}

/* Makes the tableau's row `alpha` from a row of the inverse. */
static void price(Simplex *s) {
    int32_t m = s->m, n = s->n, dense = 0;
    for (int32_t i = 0; i < m; i++) {
        s->alpha[n + i] = s->rho[i];
        dense += s->rho[i] != 0;
    }
    if (8 * dense > m) {
        for (int32_t j = 0; j < n; j++) {
            double sum = 0;
            for (int64_t e = s->col_ptr[j]; s->move[j] != 0 && e < s->col_ptr[j + 1]; e++)
                sum += s->rho[s->col_row[e]];
            s->alpha[j] = sum;
        }
        return;
    }
    memset(s->alpha, 0, (size_t)n * sizeof(double));
    for (int32_t i = 0; i < m; i++) {
        double at = s->rho[i];
        if (at != 0) {
            for (int64_t e = s->row_ptr[i]; e < s->row_ptr[i + 1]; e++)
                s->alpha[s->row_col[e]] += at;
        }
    }
}

/* Iterates; returns how the run ended. */
static int run(Simplex *s, int64_t limit, double cutoff) {
    int32_t m = s->m, n = s->n, troubles = 0;
    bool fresh = false, stale = true;
    while (true) {
        if (stale || s->factors.etas == ETAS) {
            if (!stale)
                keep_weights(s);
            if (!factor(&s->factors)) {
                s->failed = true;
                return TROUBLE;
            }
            find_weights(s);
            refresh(s);
            fresh = true;
            stale = false;
        }
        if (!(magnitude(s->objective) < ENDLESS))
            return TROUBLE;
        if (s->objective > cutoff || s->iterations >= limit) {
            if (!fresh) {
                refresh(s);
                fresh = true;
                continue;
            }
            return s->objective > cutoff ? BELOW : LIMIT;
        }
        int32_t r = choose_row(s);
        if (r < 0) {
            if (fresh)
                return OPTIMAL;
            refresh(s);
            fresh = true;
            continue;
        }
        double known = s->w[r], norm = invert_row(s, r);
        s->w[r] = norm;
        if (known < 0.25 * norm)
            continue;
        price(s);
        int32_t p = s->head[r], flipped, q;
        bool up = s->x[r] > s->high[p];
        double bound = up ? s->high[p] : s->low[p], gap = magnitude(s->x[r] - bound);
        q = choose_column(s, up ? 1 : -1, gap, &flipped);
        if (q < 0) {
            if (fresh)
                return INFEASIBLE;
            refresh(s);
            fresh = true;
            continue;
        }
        for (int32_t i = 0; i < m; i++) {
            s->both[i] = (Two){{0, s->rho[i]}};
        }
        if (q >= n) {
            s->both[q - n].at[0] = 1;
        } else {
            for (int64_t e = s->col_ptr[q]; e < s->col_ptr[q + 1]; e++)
                s->both[s->col_row[e]].at[0] = 1;
        }
        ftran_two(&s->factors, s->both);
        for (int32_t i = 0; i < m; i++) {
            s->column[i] = s->both[i].at[0];
            s->tau[i] = s->both[i].at[1];
        }
        double pivot = s->column[r];
        if (magnitude(pivot - s->alpha[q]) > WRONG * (1 + magnitude(pivot)) || magnitude(pivot) < LEAST_PIVOT) {
            if (++troubles > MOST_TROUBLES)
                return TROUBLE;
            if (s->factors.etas == 0) {
                s->w[r] = ENDLESS; /* avoid this row until the next factoring */
                continue;
            }
            stale = true;
            keep_weights(s);
            continue;
        }
        double step = s->d[q] / s->alpha[q];
        if (up ? step < 0 : step > 0)
            step = 0;
        s->objective += magnitude(step) * gap;
        if (flipped) {
            memset(s->flips, 0, (size_t)m * sizeof(double));
            for (int32_t c = 0; c < flipped; c++) {
                int32_t j = s->candidate[c];
                double range = s->high[j] - s->low[j], by = s->status[j] == LOWER ? range : -range;
                s->objective += (s->d[j] - step * s->alpha[j]) * by;
                set_status(s, j, s->status[j] == LOWER ? UPPER : LOWER);
                if (j >= n) {
                    s->flips[j - n] += by;
                } else {
                    for (int64_t e = s->col_ptr[j]; e < s->col_ptr[j + 1]; e++)
                        s->flips[s->col_row[e]] += by;
                }
            }
            ftran(&s->factors, s->flips);
            for (int32_t i = 0; i < m; i++)
                s->x[i] -= s->flips[i];
        }
        double move = (s->x[r] - bound) / pivot, share = norm / (pivot * pivot), twice = 2 / pivot;
        for (int32_t i = 0; i < m; i++) {
            double a = s->column[i];
            if (a == 0)
                continue;
            s->x[i] -= move * a;
            double w = s->w[i] + a * (a * share - twice * s->tau[i]);
            s->w[i] = w > LEAST_WEIGHT ? w : LEAST_WEIGHT;
        }
        s->x[r] = value_at(s, q) + move;
        s->w[r] = share > LEAST_WEIGHT ? share : LEAST_WEIGHT;
        if (step != 0) {
            for (int32_t j = 0; j < n + m; j++)
                s->d[j] -= step * s->alpha[j];
            for (int32_t i = 0; i < m; i++)
                s->d[s->head[i]] = 0;
        }
        s->d[q] = 0;
        s->d[p] = -step;
        set_status(s, q, BASIC);
        set_status(s, p, up ? UPPER : LOWER);
        s->head[r] = q;
        s->bottom[r] = s->low[q];
        s->top[r] = s->high[q];
        if (!update_factors(&s->factors, r, s->column)) {
            s->failed = true;
            return TROUBLE;
        }
        s->iterations++;
        fresh = false;
    }
}

KERNEL relaxation_dual_simplex(const int64_t *row_ptr, const int32_t *row_col, const double *cost, const double *low,
                               const double *high, const double *rhs, const double *slack, uint8_t *status,
                               double *weight, int64_t limit, double cutoff, double *x, double *y, int64_t entries,
                               int64_t columns, int64_t rows, int64_t *end, int64_t *iterations, double *objective) {
    REQUIRE(rows < INT32_MAX / 8 && columns < INT32_MAX / 8 && rise(row_ptr, rows + 1, entries));
    REQUIRE(row_ptr[rows] == entries);
    Room room = {0};
    int64_t all = rows + columns;
    int32_t m = (int32_t)rows, n = (int32_t)columns;
    Simplex s = {
        .m = m, .n = n, .row_ptr = row_ptr, .row_col = row_col, .rhs = rhs, .status = status, .weight = weight,
        .col_ptr = ZEROS(&room, int64_t, n + 1), .col_row = ZEROS(&room, int32_t, entries),
        .cost = ZEROS(&room, double, all), .low = ZEROS(&room, double, all), .high = ZEROS(&room, double, all),
        .head = ZEROS(&room, int32_t, m), .x = ZEROS(&room, double, m), .w = ZEROS(&room, double, m),
        .bottom = ZEROS(&room, double, m), .top = ZEROS(&room, double, m), .d = ZEROS(&room, double, all),
        .move = ZEROS(&room, double, all), .candidate = ZEROS(&room, int32_t, all), .rho = ZEROS(&room, double, m),
        .alpha = ZEROS(&room, double, all), .column = ZEROS(&room, double, m), .tau = ZEROS(&room, double, m),
        .flips = ZEROS(&room, double, m), .both = ZEROS(&room, Two, m),
    };
    s.factors = room_for_factors(&room, m, n, s.col_ptr, s.col_row, status, s.head, weight);
    if (!room.failed) {
        for (int32_t j = 0; j < n; j++) {
            s.cost[j] = cost[j];
            s.low[j] = low[j];
            s.high[j] = high[j];
        }
        for (int32_t i = 0; i < m; i++)
            s.high[n + i] = slack[i];
        for (int64_t e = 0; e < entries; e++)
            s.col_ptr[row_col[e] + 1]++;
        for (int32_t j = 0; j < n; j++)
            s.col_ptr[j + 1] += s.col_ptr[j];
        for (int32_t i = m - 1; i >= 0; i--) {
            for (int64_t e = row_ptr[i]; e < row_ptr[i + 1]; e++)
                s.col_row[--s.col_ptr[row_col[e] + 1]] = i;
        }
        for (int32_t j = 0; j < n; j++)
            s.col_ptr[j] = s.col_ptr[j + 1];
        s.col_ptr[n] = entries;
        *end = run(&s, limit, cutoff);
        *iterations = s.iterations;
        *objective = s.objective;
        if (*end == INFEASIBLE) {
            /* No nonbasic variable can bring this row's basic variable to its bound. */
            for (int32_t i = 0; i < m; i++)
                y[i] = s.rho[i];
        } else if (*end != TROUBLE) {
            for (int32_t i = 0; i < m; i++)
                y[i] = -s.d[n + i];
        }
        if (*end != TROUBLE) {
            keep_weights(&s);
            for (int32_t j = 0; j < n; j++)
                x[j] = value_at(&s, j);
            for (int32_t i = 0; i < m; i++) {
                if (s.head[i] < n)
                    x[s.head[i]] = s.x[i];
            }
        }
    }
    free_factors(&s.factors);
    leave_room(&room);
    return room.failed || s.failed ? NO_MEMORY : DONE;
}
