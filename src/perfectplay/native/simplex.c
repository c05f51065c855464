/* The dual simplex method for the linear programs of the search.  `perfectplay.matching.kernels.relaxation` declares the
 * kernel; docs/solver.md ("The relaxation") explains why the search has a simplex method of its own.
 *
 * Variables 0 .. n - 1 are the columns, and variable n + i is the slack of row i. All variables have two bounds, so any
 * basis is dual feasible once each nonbasic variable is at the right bound, and no first phase is needed.
 *
 * The basis is factored by Gaussian elimination with pivots chosen after Markowitz, and updated in product form. Rows
 * leave by dual steepest edges (J. J. Forrest and D. Goldfarb, 1992); columns enter by a ratio test that passes bounds.
 * A. Koberstein, "The dual simplex method, techniques for a fast and stable implementation" (2005), describes all of it.
 *
 * Results only guide the search, because bounds are proven in integers. A wrong result costs time but no correctness.
 *
 * No integer overflows: there are fewer than 2^28 rows and columns, and numbers of entries have 64 bits. */

#include "kernels.h"

enum { LOWER, BASIC, UPPER };                        /* where a variable is */
enum { OPTIMAL, INFEASIBLE, BELOW, LIMIT, TROUBLE }; /* how a run ends */

#define TOLERANCE 1e-7   /* by how much a value or a reduced cost may be on the wrong side of its bound */
#define OVERSHOOT 1e-9   /* by how much a step may take a reduced cost beyond 0, for the sake of a larger pivot */
#define LEAST_PIVOT 1e-7 /* least pivot of an iteration */
#define LEAST_ENTRY 1e-9 /* least pivot of a factor */
#define LEAST_WEIGHT 1e-4
#define CANCELLED 1e-12 /* entries of a basis that elimination leaves below this are 0 */
#define TINY 1e-13      /* entries of a solution below this are 0 */
#define WRONG 1e-6      /* relative difference at which a pivot that was calculated twice is wrong */
#define ENDLESS 1e30
#define MOST_TROUBLES 20
#define ETAS 50       /* number of updates after which the basis is factored again */
#define THRESHOLD 0.1 /* a pivot of a factor is at least this share of the largest entry of its column */
#define SEARCHED 4    /* number of rows and columns that are searched for a pivot */

/* A matrix by lines, as parallel arrays. */
typedef struct {
    int64_t *ptr;
    Array index; /* int32_t */
    Array value; /* double */
} Lines;

/* Lines of varying length in a pool; a line moves to the end of the pool if it outgrows its place. */
typedef struct {
    int64_t *start;
    int32_t *length, *room;
    Array index; /* int32_t */
    Array value; /* double; not used for rows */
} Pool;

/* Two numbers, which compilers keep in one register. */
typedef struct {
    double at[2];
} Two;

/* Lists of the rows or columns with the same number of entries. */
typedef struct {
    int32_t *first, *next, *before;
} Counts;

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
    /* the factors: step t has pivot piv[t] in row row[t]; lower and upper triangle by columns and by rows */
    int32_t steps;
    int32_t *row, *step_of;
    double *piv;
    Lines lower, lower_rows, upper, upper_rows, slack_rows;
    /* updates: entry e of update k is in row eta_index[e] */
    int32_t etas;
    int32_t eta_row[ETAS];
    double eta_piv[ETAS];
    Lines eta;
    double *table; /* entry i * ETAS + k is that of update k in row i, or 0 in the row of its pivot */
    /* scratch */
    Pool cols, rows;
    Counts col_counts, row_counts;
    int32_t *var_of, *candidate, *mark;
    double *rho, *alpha, *column, *tau, *flips, *multiplier;
    Two *both;
    double objective;
    bool failed;
    int64_t iterations;
} Simplex;

static double magnitude(double x) {
    return x < 0 ? -x : x;
}

/* ---- Solving with the factors ---------------------------------------------------------------------------------- */

/* Subtracts `by` times a line from a vector. */
static inline void subtract(const Lines *lines, int64_t line, double by, double *restrict v) {
    const int32_t *restrict index = lines->index.data;
    const double *restrict value = lines->value.data;
    int64_t end = lines->ptr[line + 1];
    for (int64_t e = lines->ptr[line]; e < end; e++)
        v[index[e]] -= value[e] * by;
}

static inline Two halved(Two v, double by) {
    return (Two){{v.at[0] / by, v.at[1] / by}};
}

/* Subtracts multiples of a line from two vectors. */
static inline void subtract_two(const Lines *lines, int64_t line, const Two *pair, Two *v) {
    const int32_t *restrict index = lines->index.data;
    const double *restrict value = lines->value.data;
    int64_t end = lines->ptr[line + 1];
    double one = pair->at[0], two = pair->at[1];
    for (int64_t e = lines->ptr[line]; e < end; e++) {
        double *restrict to = v[index[e]].at, by = value[e];
        double first = to[0] - by * one, second = to[1] - by * two;
        to[0] = first;
        to[1] = second;
    }
}

/* Solves B x = v in place; v is indexed by rows, x by the rows of basic variables. */
static void ftran(const Simplex *s, double *v) {
    for (int32_t t = 0; t < s->steps; t++) {
        double at = v[s->row[t]];
        if (at != 0)
            subtract(&s->lower, t, at, v);
    }
    for (int32_t t = s->steps - 1; t >= 0; t--) {
        double at = v[s->row[t]];
        if (at != 0) {
            v[s->row[t]] = at = magnitude(at) < TINY ? 0 : at / s->piv[t];
            subtract(&s->upper, t, at, v);
        }
    }
    for (int32_t k = 0; k < s->etas; k++) {
        double at = v[s->eta_row[k]];
        if (at != 0) {
            v[s->eta_row[k]] = at = at / s->eta_piv[k];
            subtract(&s->eta, k, at, v);
        }
    }
}

/* Solves B x = v for two right-hand sides at once, entries 2 i and 2 i + 1 of v: the factors are read only once. */
static void ftran_two(const Simplex *s, Two *v) {
    for (int32_t t = 0; t < s->steps; t++) {
        const Two *at = v + s->row[t];
        if (at->at[0] != 0 || at->at[1] != 0)
            subtract_two(&s->lower, t, at, v);
    }
    for (int32_t t = s->steps - 1; t >= 0; t--) {
        Two *at = v + s->row[t];
        if (at->at[0] != 0 || at->at[1] != 0) {
            *at = halved(*at, s->piv[t]);
            subtract_two(&s->upper, t, at, v);
        }
    }
    for (int32_t k = 0; k < s->etas; k++) {
        Two *at = v + s->eta_row[k];
        if (at->at[0] != 0 || at->at[1] != 0) {
            *at = halved(*at, s->eta_piv[k]);
            subtract_two(&s->eta, k, at, v);
        }
    }
}

/* Solves y B = v in place, after the updates have been undone. */
static void btran_factors(const Simplex *s, double *restrict v) {
    const int32_t *index = s->slack_rows.index.data;
    for (int32_t i = 0; i < s->m; i++) {
        if (v[i] != 0 && s->step_of[i] < 0) {
            for (int64_t e = s->slack_rows.ptr[i]; e < s->slack_rows.ptr[i + 1]; e++)
                v[index[e]] -= v[i];
        }
    }
    for (int32_t t = 0; t < s->steps; t++) {
        double at = v[s->row[t]];
        if (at != 0) {
            v[s->row[t]] = at = magnitude(at) < TINY ? 0 : at / s->piv[t];
            subtract(&s->upper_rows, t, at, v);
        }
    }
    for (int32_t t = s->steps - 1; t >= 0; t--) {
        double at = v[s->row[t]];
        if (at != 0)
            subtract(&s->lower_rows, t, at, v);
    }
}

/* Solves y B = v in place. */
static void btran(const Simplex *s, double *restrict v) {
    double sum[ETAS] = {0};
    if (s->etas) {
        for (int32_t i = 0; i < s->m; i++) {
            const double *line = s->table + (int64_t)i * ETAS;
            double at = v[i];
            for (int32_t k = 0; at != 0 && k < s->etas; k++)
                sum[k] += at * line[k];
        }
    }
    for (int32_t k = s->etas - 1; k >= 0; k--) {
        /* `sum` has what the other rows contribute; the pivot's own row is in it, too, but not in its sum. */
        int32_t row = s->eta_row[k];
        double before = v[row], at = (before - sum[k]) / s->eta_piv[k], by = at - before;
        v[row] = at;
        const double *line = s->table + (int64_t)row * ETAS;
        for (int32_t j = 0; by != 0 && j < k; j++)
            sum[j] += by * line[j];
    }
    btran_factors(s, v);
}

/* ---- Factoring the basis --------------------------------------------------------------------------------------- */

static void link_into(Counts *counts, int32_t line, int32_t count) {
    int32_t first = counts->first[count];
    counts->next[line] = first;
    counts->before[line] = -1 - count;
    if (first >= 0)
        counts->before[first] = line;
    counts->first[count] = line;
}

static void unlink_from(Counts *counts, int32_t line) {
    int32_t next = counts->next[line], before = counts->before[line];
    if (before >= 0)
        counts->next[before] = next;
    else
        counts->first[-1 - before] = next;
    if (next >= 0)
        counts->before[next] = before;
}

static bool push(Lines *lines, int32_t index, double value) {
    if (!reserve(&lines->index, lines->index.count + 1, sizeof(int32_t)) ||
        !reserve(&lines->value, lines->value.count + 1, sizeof(double)))
        return false;
    ((int32_t *)lines->index.data)[lines->index.count++] = index;
    ((double *)lines->value.data)[lines->value.count++] = value;
    return true;
}

/* Appends an entry to a line of a pool. */
static bool append(Pool *pool, int32_t line, int32_t index, double value, bool valued) {
    int32_t length = pool->length[line];
    if (length == pool->room[line]) {
        int32_t wider = 2 * length + 4;
        int64_t start = pool->index.count;
        if (!reserve(&pool->index, start + wider, sizeof(int32_t)))
            return false;
        if (valued && !reserve(&pool->value, start + wider, sizeof(double)))
            return false;
        memcpy((int32_t *)pool->index.data + start, (int32_t *)pool->index.data + pool->start[line],
               (size_t)length * sizeof(int32_t));
        if (valued)
            memcpy((double *)pool->value.data + start, (double *)pool->value.data + pool->start[line],
                   (size_t)length * sizeof(double));
        pool->index.count = start + wider;
        pool->start[line] = start;
        pool->room[line] = wider;
    }
    ((int32_t *)pool->index.data)[pool->start[line] + length] = index;
    if (valued)
        ((double *)pool->value.data)[pool->start[line] + length] = value;
    pool->length[line]++;
    return true;
}

/* Removes an index from a line of a pool; the order changes. */
static void drop(Pool *pool, int32_t line, int32_t index, bool valued) {
    int32_t *at = (int32_t *)pool->index.data + pool->start[line];
    int32_t last = --pool->length[line];
    for (int32_t e = 0; e <= last; e++) {
        if (at[e] == index) {
            at[e] = at[last];
            if (valued) {
                double *value = (double *)pool->value.data + pool->start[line];
                value[e] = value[last];
            }
            return;
        }
    }
}

typedef struct {
    int32_t row, col;
    double merit;
} Pivot;

static double largest_of(const Simplex *s, int32_t col) {
    const double *value = (double *)s->cols.value.data + s->cols.start[col];
    double most = 0;
    for (int32_t e = 0; e < s->cols.length[col]; e++)
        most = magnitude(value[e]) > most ? magnitude(value[e]) : most;
    return most;
}

/* Chooses a pivot after Markowitz: stable, and with few entries in its row and column. Returns a row of -1 if none is
 * left. */
static Pivot choose_pivot(const Simplex *s, int32_t most) {
    Pivot best = {-1, -1, 0};
    int32_t searched = 0;
    for (int32_t count = 1; count <= most; count++) {
        if (best.row >= 0 && best.merit <= (double)(count - 1) * (count - 1))
            return best;
        for (int32_t col = s->col_counts.first[count]; col >= 0; col = s->col_counts.next[col]) {
            const int32_t *index = (int32_t *)s->cols.index.data + s->cols.start[col];
            const double *value = (double *)s->cols.value.data + s->cols.start[col];
            double least = THRESHOLD * largest_of(s, col);
            for (int32_t e = 0; e < count; e++) {
                if (magnitude(value[e]) < least || magnitude(value[e]) < LEAST_ENTRY)
                    continue;
                double merit = (double)(count - 1) * (s->rows.length[index[e]] - 1);
                if (best.row < 0 || merit < best.merit)
                    best = (Pivot){index[e], col, merit};
            }
            if (best.row >= 0 && (++searched >= SEARCHED || best.merit <= (double)(count - 1) * (count - 1)))
                return best;
        }
        for (int32_t row = s->row_counts.first[count]; row >= 0; row = s->row_counts.next[row]) {
            const int32_t *index = (int32_t *)s->rows.index.data + s->rows.start[row];
            for (int32_t e = 0; e < count; e++) {
                int32_t col = index[e];
                double merit = (double)(count - 1) * (s->cols.length[col] - 1);
                if (best.row >= 0 && merit >= best.merit)
                    continue;
                const int32_t *rows = (int32_t *)s->cols.index.data + s->cols.start[col];
                const double *value = (double *)s->cols.value.data + s->cols.start[col];
                int32_t f = 0;
                while (rows[f] != row)
                    f++;
                if (magnitude(value[f]) >= THRESHOLD * largest_of(s, col) && magnitude(value[f]) >= LEAST_ENTRY)
                    best = (Pivot){row, col, merit};
            }
            if (best.row >= 0 && (++searched >= SEARCHED || best.merit <= (double)count * (count - 1)))
                return best;
        }
    }
    return best;
}

/* Eliminates with a pivot: stores its column of the lower and its row of the upper triangle, and updates the rest. */
static bool eliminate(Simplex *s, Pivot pivot, int32_t t) {
    int32_t row = pivot.row, col = pivot.col;
    int32_t *index = (int32_t *)s->cols.index.data + s->cols.start[col];
    double *value = (double *)s->cols.value.data + s->cols.start[col];
    int32_t count = s->cols.length[col];
    for (int32_t e = 0; e < count; e++) {
        if (index[e] == row)
            s->piv[t] = value[e];
    }
    s->row[t] = row;
    s->step_of[row] = t;
    s->head[row] = s->var_of[col];
    for (int32_t e = 0; e < count; e++) {
        int32_t i = index[e];
        if (i == row)
            continue;
        s->multiplier[i] = value[e] / s->piv[t];
        if (!push(&s->lower, i, s->multiplier[i]))
            return false;
        unlink_from(&s->row_counts, i);
        drop(&s->rows, i, col, false);
        link_into(&s->row_counts, i, s->rows.length[i]);
    }
    s->lower.ptr[t + 1] = s->lower.index.count;
    const int32_t *changed = (int32_t *)s->lower.index.data + s->lower.ptr[t];
    int64_t changes = s->lower.ptr[t + 1] - s->lower.ptr[t];
    unlink_from(&s->col_counts, col);
    unlink_from(&s->row_counts, row);
    for (int32_t f = 0; f < s->rows.length[row]; f++) {
        int32_t j = ((int32_t *)s->rows.index.data)[s->rows.start[row] + f];
        if (j == col)
            continue;
        unlink_from(&s->col_counts, j);
        int32_t *rows = (int32_t *)s->cols.index.data + s->cols.start[j];
        double *values = (double *)s->cols.value.data + s->cols.start[j];
        int32_t e = 0;
        while (rows[e] != row)
            e++;
        double at = values[e];
        int32_t last = --s->cols.length[j];
        rows[e] = rows[last];
        values[e] = values[last];
        /* The column is known by its variable; its row follows once it has a pivot. */
        if (!push(&s->upper_rows, j, at))
            return false;
        int64_t met = 0;
        if (changes) {
            for (e = 0; e < s->cols.length[j];) {
                int32_t i = rows[e];
                if (s->multiplier[i] != 0) {
                    values[e] -= s->multiplier[i] * at;
                    s->mark[i] = j + 1;
                    met++;
                    if (magnitude(values[e]) < CANCELLED) {
                        last = --s->cols.length[j];
                        rows[e] = rows[last];
                        values[e] = values[last];
                        unlink_from(&s->row_counts, i);
                        drop(&s->rows, i, j, false);
                        link_into(&s->row_counts, i, s->rows.length[i]);
                        continue;
                    }
                }
                e++;
            }
            for (int64_t g = 0; g < changes && met < changes; g++) {
                int32_t i = changed[g];
                if (s->mark[i] != j + 1) {
                    if (!append(&s->cols, j, i, -s->multiplier[i] * at, true) || !append(&s->rows, i, j, 0, false))
                        return false;
                    unlink_from(&s->row_counts, i);
                    link_into(&s->row_counts, i, s->rows.length[i]);
                }
            }
            for (int64_t g = 0; g < changes; g++)
                s->mark[changed[g]] = 0;
        }
        link_into(&s->col_counts, j, s->cols.length[j]);
    }
    s->upper_rows.ptr[t + 1] = s->upper_rows.index.count;
    for (int64_t g = 0; g < changes; g++)
        s->multiplier[changed[g]] = 0;
    return true;
}

/* Builds the transpose of lines: entry (t, i) becomes (step of i, row of t). */
static bool transpose(const Simplex *s, const Lines *from, Lines *to) {
    int64_t count = from->index.count;
    to->index.count = to->value.count = 0;
    if (!reserve(&to->index, count, sizeof(int32_t)) || !reserve(&to->value, count, sizeof(double)))
        return false;
    const int32_t *index = from->index.data;
    const double *value = from->value.data;
    int32_t *put = to->index.data;
    double *put_value = to->value.data;
    memset(to->ptr, 0, ((size_t)s->steps + 2) * sizeof(int64_t));
    for (int64_t e = 0; e < count; e++)
        to->ptr[s->step_of[index[e]] + 2]++;
    for (int32_t t = 0; t < s->steps; t++)
        to->ptr[t + 2] += to->ptr[t + 1];
    for (int32_t t = 0; t < s->steps; t++) {
        for (int64_t e = from->ptr[t]; e < from->ptr[t + 1]; e++) {
            int64_t place = to->ptr[s->step_of[index[e]] + 1]++;
            put[place] = s->row[t];
            put_value[place] = value[e];
        }
    }
    to->index.count = to->value.count = count;
    return true;
}

/* Factors the basis. If it has too few columns, or some depend on others, sets `dependent` and completes the basis with
 * slacks, to be factored again. Returns false if there is no memory. */
static bool factor_once(Simplex *s, bool *dependent) {
    int32_t m = s->m, n = s->n, k = 0;
    if (s->etas)
        memset(s->table, 0, (size_t)m * ETAS * sizeof(double));
    s->etas = 0;
    s->eta.ptr[0] = 0;
    s->eta.index.count = s->eta.value.count = 0;
    for (int32_t i = 0; i < m; i++)
        s->step_of[i] = -1;
    s->cols.index.count = s->cols.value.count = s->rows.index.count = 0;
    memset(s->rows.length, 0, (size_t)m * sizeof(int32_t));
    for (int32_t c = 0; c <= m + n; c++)
        s->col_counts.first[c] = s->row_counts.first[c] = -1;
    /* Columns, without the rows of basic slacks. */
    for (int32_t j = 0; j < n; j++) {
        if (s->status[j] != BASIC)
            continue;
        int64_t start = s->cols.index.count, size = s->col_ptr[j + 1] - s->col_ptr[j];
        if (!reserve(&s->cols.index, start + size + 2, sizeof(int32_t)) ||
            !reserve(&s->cols.value, start + size + 2, sizeof(double)))
            return false;
        int32_t length = 0;
        for (int64_t e = s->col_ptr[j]; e < s->col_ptr[j + 1]; e++) {
            int32_t i = s->col_row[e];
            if (s->status[n + i] != BASIC) {
                ((int32_t *)s->cols.index.data)[start + length] = i;
                ((double *)s->cols.value.data)[start + length++] = 1;
                s->rows.length[i]++;
            }
        }
        s->cols.start[k] = start;
        s->cols.length[k] = length;
        s->cols.room[k] = length + 2;
        s->cols.index.count = s->cols.value.count = start + length + 2;
        s->var_of[k] = j;
        link_into(&s->col_counts, k, length);
        k++;
    }
    int64_t start = 0;
    for (int32_t i = 0; i < m; i++) {
        s->rows.start[i] = start;
        s->rows.room[i] = s->rows.length[i] + 4;
        start += s->rows.room[i];
        s->rows.length[i] = 0;
    }
    if (!reserve(&s->rows.index, start, sizeof(int32_t)))
        return false;
    s->rows.index.count = start;
    for (int32_t c = 0; c < k; c++) {
        for (int32_t e = 0; e < s->cols.length[c]; e++) {
            int32_t i = ((int32_t *)s->cols.index.data)[s->cols.start[c] + e];
            ((int32_t *)s->rows.index.data)[s->rows.start[i] + s->rows.length[i]++] = c;
        }
    }
    for (int32_t i = 0; i < m; i++) {
        if (s->status[n + i] != BASIC)
            link_into(&s->row_counts, i, s->rows.length[i]);
    }
    s->lower.index.count = s->lower.value.count = s->upper_rows.index.count = s->upper_rows.value.count = 0;
    s->lower.ptr[0] = s->upper_rows.ptr[0] = 0;
    int32_t t = 0;
    for (int32_t c = 0; c < k; c++)
        s->candidate[c] = -1; /* the row of each column's pivot */
    while (t < k) {
        Pivot pivot = choose_pivot(s, m > n ? m : n);
        if (pivot.row < 0)
            break;
        s->candidate[pivot.col] = pivot.row;
        if (!eliminate(s, pivot, t++))
            return false;
    }
    s->steps = t;
    *dependent = s->steps < k;
    for (int32_t c = 0; c < k; c++) {
        if (s->candidate[c] < 0)
            s->status[s->var_of[c]] = LOWER;
    }
    for (int32_t i = 0; i < m; i++) {
        if (s->step_of[i] < 0) {
            s->head[i] = n + i;
            if (s->status[n + i] != BASIC) {
                s->status[n + i] = BASIC;
                s->weight[n + i] = 0;
                *dependent = true;
            }
        }
    }
    if (*dependent)
        return true;
    /* The upper triangle refers to columns: replace them by the rows of their pivots. */
    int32_t *index = s->upper_rows.index.data;
    for (int64_t e = 0; e < s->upper_rows.index.count; e++)
        index[e] = s->candidate[index[e]];
    if (!transpose(s, &s->upper_rows, &s->upper))
        return false;
    if (!transpose(s, &s->lower, &s->lower_rows))
        return false;
    /* Rows of basic slacks: their entries come after all steps. Merge them into the columns of the upper triangle. */
    memset(s->slack_rows.ptr, 0, ((size_t)m + 1) * sizeof(int64_t));
    s->slack_rows.index.count = 0;
    int64_t entries = 0;
    for (t = 0; t < s->steps; t++) {
        int32_t j = s->head[s->row[t]];
        for (int64_t e = s->col_ptr[j]; e < s->col_ptr[j + 1]; e++)
            entries += s->step_of[s->col_row[e]] < 0;
    }
    int64_t all = s->upper.index.count + entries;
    if (!reserve(&s->upper.index, all, sizeof(int32_t)) || !reserve(&s->upper.value, all, sizeof(double)) ||
        !reserve(&s->slack_rows.index, entries, sizeof(int32_t)))
        return false;
    int32_t *up = s->upper.index.data;
    double *up_value = s->upper.value.data;
    int64_t place = all, end = s->upper.index.count;
    s->upper.index.count = s->upper.value.count = all;
    for (t = s->steps - 1; t >= 0; t--) {
        int32_t j = s->head[s->row[t]];
        int64_t begin = s->upper.ptr[t];
        s->upper.ptr[t + 1] = place;
        for (int64_t e = s->col_ptr[j]; e < s->col_ptr[j + 1]; e++) {
            int32_t i = s->col_row[e];
            if (s->step_of[i] < 0) {
                up[--place] = i;
                up_value[place] = 1;
                s->slack_rows.ptr[i + 1]++;
            }
        }
        while (end > begin) {
            up[--place] = up[--end];
            up_value[place] = up_value[end];
        }
    }
    s->upper.ptr[0] = place;
    for (int32_t i = 0; i < m; i++)
        s->slack_rows.ptr[i + 1] += s->slack_rows.ptr[i];
    int32_t *in_slack = s->slack_rows.index.data;
    for (t = s->steps - 1; t >= 0; t--) {
        int32_t j = s->head[s->row[t]];
        for (int64_t e = s->col_ptr[j]; e < s->col_ptr[j + 1]; e++) {
            int32_t i = s->col_row[e];
            if (s->step_of[i] < 0)
                in_slack[--s->slack_rows.ptr[i + 1]] = s->row[t];
        }
    }
    /* Each entry was moved down by its row's count: shift the pointers back. */
    for (int32_t i = 0; i < m; i++)
        s->slack_rows.ptr[i] = s->slack_rows.ptr[i + 1];
    s->slack_rows.ptr[m] = entries;
    return true;
}

static bool factor(Simplex *s) {
    bool dependent = true;
    while (dependent) {
        if (!factor_once(s, &dependent))
            return false;
    }
    return true;
}

/* ---- The method ------------------------------------------------------------------------------------------------ */

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
    btran(s, y);
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
    ftran(s, s->x);
    for (int32_t i = 0; i < m; i++)
        s->objective += s->cost[s->head[i]] * s->x[i];
}

/* Makes a row of the inverse, `rho`; returns its squared norm. */
static double invert_row(Simplex *s, int32_t row) {
    memset(s->rho, 0, (size_t)s->m * sizeof(double));
    s->rho[row] = 1;
    btran(s, s->rho);
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

static bool add_eta(Simplex *s, int32_t r) {
    int64_t at = s->eta.ptr[s->etas];
    if (!reserve(&s->eta.index, at + s->m, sizeof(int32_t)) || !reserve(&s->eta.value, at + s->m, sizeof(double)))
        return false;
    int32_t *index = s->eta.index.data;
    double *value = s->eta.value.data;
    for (int32_t i = 0; i < s->m; i++) {
        if (i != r && magnitude(s->column[i]) > TINY) {
            index[at] = i;
            value[at++] = s->table[(int64_t)i * ETAS + s->etas] = s->column[i];
        }
    }
    s->eta_row[s->etas] = r;
    s->eta_piv[s->etas++] = s->column[r];
    s->eta.ptr[s->etas] = at;
    return true;
}

/* Iterates; returns how the run ended. */
static int run(Simplex *s, int64_t limit, double cutoff) {
    int32_t m = s->m, n = s->n, troubles = 0;
    bool fresh = false, stale = true;
    while (true) {
        if (stale || s->etas == ETAS) {
            if (!stale)
                keep_weights(s);
            if (!factor(s)) {
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
        ftran_two(s, s->both);
        for (int32_t i = 0; i < m; i++) {
            s->column[i] = s->both[i].at[0];
            s->tau[i] = s->both[i].at[1];
        }
        double pivot = s->column[r];
        if (magnitude(pivot - s->alpha[q]) > WRONG * (1 + magnitude(pivot)) || magnitude(pivot) < LEAST_PIVOT) {
            if (++troubles > MOST_TROUBLES)
                return TROUBLE;
            if (s->etas == 0) {
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
            ftran(s, s->flips);
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
        if (!add_eta(s, r)) {
            s->failed = true;
            return TROUBLE;
        }
        s->iterations++;
        fresh = false;
    }
}

KERNEL relaxation_dual_simplex(const int64_t *row_ptr, const int32_t *row_col, const double *cost, const double *low,
                    const double *high, const double *rhs, const double *slack, uint8_t *status, double *weight,
                    int64_t limit, double cutoff, double *x, double *y, int64_t entries, int64_t columns, int64_t rows,
                    int64_t *end, int64_t *iterations, double *objective) {
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
        .bottom = ZEROS(&room, double, m),
        .top = ZEROS(&room, double, m),
        .d = ZEROS(&room, double, all), .move = ZEROS(&room, double, all), .row = ZEROS(&room, int32_t, m),
        .step_of = ZEROS(&room, int32_t, m),
        .piv = ZEROS(&room, double, m),
        .lower = {.ptr = ZEROS(&room, int64_t, m + 2)}, .lower_rows = {.ptr = ZEROS(&room, int64_t, m + 2)},
        .upper = {.ptr = ZEROS(&room, int64_t, m + 2)}, .upper_rows = {.ptr = ZEROS(&room, int64_t, m + 2)},
        .eta = {.ptr = ZEROS(&room, int64_t, ETAS + 1)}, .table = ZEROS(&room, double, rows * ETAS),
        .slack_rows = {.ptr = ZEROS(&room, int64_t, m + 2)},
        .cols = {.start = ZEROS(&room, int64_t, n), .length = ZEROS(&room, int32_t, n),
        .room = ZEROS(&room, int32_t, n)},
        .rows = {.start = ZEROS(&room, int64_t, m), .length = ZEROS(&room, int32_t, m),
        .room = ZEROS(&room, int32_t, m)},
        .col_counts = {ZEROS(&room, int32_t, all + 1), ZEROS(&room, int32_t, n), ZEROS(&room, int32_t, n)},
        .row_counts = {ZEROS(&room, int32_t, all + 1), ZEROS(&room, int32_t, m), ZEROS(&room, int32_t, m)},
        .var_of = ZEROS(&room, int32_t, n), .candidate = ZEROS(&room, int32_t, all), .mark = ZEROS(&room, int32_t, m),
        .rho = ZEROS(&room, double, m), .alpha = ZEROS(&room, double, all), .column = ZEROS(&room, double, m),
        .tau = ZEROS(&room, double, m), .both = ZEROS(&room, Two, m), .flips = ZEROS(&room, double, m),
        .multiplier = ZEROS(&room, double, m),
    };
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
    Array *grown[] = {
        &s.lower.index, &s.lower.value, &s.lower_rows.index, &s.lower_rows.value, &s.upper.index, &s.upper.value,
        &s.upper_rows.index, &s.upper_rows.value, &s.slack_rows.index, &s.eta.index, &s.eta.value, &s.cols.index,
        &s.cols.value, &s.rows.index,
    };
    for (size_t k = 0; k < sizeof grown / sizeof *grown; k++)
        free(grown[k]->data);
    leave_room(&room);
    return room.failed || s.failed ? NO_MEMORY : DONE;
}
