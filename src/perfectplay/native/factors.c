/* Factors of a simplex basis; factors.h describes them. */

#include "factors.h"

#define LEAST_ENTRY 1e-9 /* least pivot of a factor */
#define CANCELLED 1e-12  /* entries of a basis that elimination leaves below this are 0 */
#define THRESHOLD 0.1    /* a pivot of a factor is at least this share of the largest entry of its column */
#define SEARCHED 4       /* number of rows and columns that are searched for a pivot */

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

void ftran(const Factors *f, double *v) {
    for (int32_t t = 0; t < f->steps; t++) {
        double at = v[f->row[t]];
        if (at != 0)
            subtract(&f->lower, t, at, v);
    }
    for (int32_t t = f->steps - 1; t >= 0; t--) {
        double at = v[f->row[t]];
        if (at != 0) {
            v[f->row[t]] = at = magnitude(at) < TINY ? 0 : at / f->piv[t];
            subtract(&f->upper, t, at, v);
        }
    }
    for (int32_t k = 0; k < f->etas; k++) {
        double at = v[f->eta_row[k]];
        if (at != 0) {
            v[f->eta_row[k]] = at = at / f->eta_piv[k];
            subtract(&f->eta, k, at, v);
        }
    }
}

void ftran_two(const Factors *f, Two *v) {
    for (int32_t t = 0; t < f->steps; t++) {
        const Two *at = v + f->row[t];
        if (at->at[0] != 0 || at->at[1] != 0)
            subtract_two(&f->lower, t, at, v);
    }
    for (int32_t t = f->steps - 1; t >= 0; t--) {
        Two *at = v + f->row[t];
        if (at->at[0] != 0 || at->at[1] != 0) {
            *at = halved(*at, f->piv[t]);
            subtract_two(&f->upper, t, at, v);
        }
    }
    for (int32_t k = 0; k < f->etas; k++) {
        Two *at = v + f->eta_row[k];
        if (at->at[0] != 0 || at->at[1] != 0) {
            *at = halved(*at, f->eta_piv[k]);
            subtract_two(&f->eta, k, at, v);
        }
    }
}

/* Solves y B = v in place, after the updates have been undone. */
static void btran_factors(const Factors *f, double *restrict v) {
    const int32_t *index = f->slack_rows.index.data;
    for (int32_t i = 0; i < f->m; i++) {
        if (v[i] != 0 && f->step_of[i] < 0) {
            for (int64_t e = f->slack_rows.ptr[i]; e < f->slack_rows.ptr[i + 1]; e++)
                v[index[e]] -= v[i];
        }
    }
    for (int32_t t = 0; t < f->steps; t++) {
        double at = v[f->row[t]];
        if (at != 0) {
            v[f->row[t]] = at = magnitude(at) < TINY ? 0 : at / f->piv[t];
            subtract(&f->upper_rows, t, at, v);
        }
    }
    for (int32_t t = f->steps - 1; t >= 0; t--) {
        double at = v[f->row[t]];
        if (at != 0)
            subtract(&f->lower_rows, t, at, v);
    }
}

void btran(const Factors *f, double *restrict v) {
    double sum[ETAS] = {0};
    if (f->etas) {
        for (int32_t i = 0; i < f->m; i++) {
            const double *line = f->table + (int64_t)i * ETAS;
            double at = v[i];
            for (int32_t k = 0; at != 0 && k < f->etas; k++)
                sum[k] += at * line[k];
        }
    }
    for (int32_t k = f->etas - 1; k >= 0; k--) {
        /* `sum` has what the other rows contribute; the pivot's own row is in it, too, but not in its sum. */
        int32_t row = f->eta_row[k];
        double before = v[row], at = (before - sum[k]) / f->eta_piv[k], by = at - before;
        v[row] = at;
        const double *line = f->table + (int64_t)row * ETAS;
        for (int32_t j = 0; by != 0 && j < k; j++)
            sum[j] += by * line[j];
    }
    btran_factors(f, v);
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

static double largest_of(const Factors *f, int32_t col) {
    const double *value = (double *)f->cols.value.data + f->cols.start[col];
    double most = 0;
    for (int32_t e = 0; e < f->cols.length[col]; e++)
        most = magnitude(value[e]) > most ? magnitude(value[e]) : most;
    return most;
}

/* Chooses a pivot after Markowitz: stable, and with few entries in its row and column. Returns a row of -1 if none is
 * left. */
static Pivot choose_pivot(const Factors *f, int32_t most) {
    Pivot best = {-1, -1, 0};
    int32_t searched = 0;
    for (int32_t count = 1; count <= most; count++) {
        if (best.row >= 0 && best.merit <= (double)(count - 1) * (count - 1))
            return best;
        for (int32_t col = f->col_counts.first[count]; col >= 0; col = f->col_counts.next[col]) {
            const int32_t *index = (int32_t *)f->cols.index.data + f->cols.start[col];
            const double *value = (double *)f->cols.value.data + f->cols.start[col];
            double least = THRESHOLD * largest_of(f, col);
            for (int32_t e = 0; e < count; e++) {
                if (magnitude(value[e]) < least || magnitude(value[e]) < LEAST_ENTRY)
                    continue;
                double merit = (double)(count - 1) * (f->rows.length[index[e]] - 1);
                if (best.row < 0 || merit < best.merit)
                    best = (Pivot){index[e], col, merit};
            }
            if (best.row >= 0 && (++searched >= SEARCHED || best.merit <= (double)(count - 1) * (count - 1)))
                return best;
        }
        for (int32_t row = f->row_counts.first[count]; row >= 0; row = f->row_counts.next[row]) {
            const int32_t *index = (int32_t *)f->rows.index.data + f->rows.start[row];
            for (int32_t e = 0; e < count; e++) {
                int32_t col = index[e];
                double merit = (double)(count - 1) * (f->cols.length[col] - 1);
                if (best.row >= 0 && merit >= best.merit)
                    continue;
                const int32_t *rows = (int32_t *)f->cols.index.data + f->cols.start[col];
                const double *value = (double *)f->cols.value.data + f->cols.start[col];
                        int32_t at = 0;
                while (rows[at] != row)
                    at++;
                if (magnitude(value[at]) >= THRESHOLD * largest_of(f, col) && magnitude(value[at]) >= LEAST_ENTRY)
                    best = (Pivot){row, col, merit};
            }
            if (best.row >= 0 && (++searched >= SEARCHED || best.merit <= (double)count * (count - 1)))
                return best;
        }
    }
    return best;
}

/* Eliminates with a pivot: stores its column of the lower and its row of the upper triangle, and updates the rest. */
static bool eliminate(Factors *f, Pivot pivot, int32_t t) {
    int32_t row = pivot.row, col = pivot.col;
    int32_t *index = (int32_t *)f->cols.index.data + f->cols.start[col];
    double *value = (double *)f->cols.value.data + f->cols.start[col];
    int32_t count = f->cols.length[col];
    for (int32_t e = 0; e < count; e++) {
        if (index[e] == row)
            f->piv[t] = value[e];
    }
    f->row[t] = row;
    f->step_of[row] = t;
    f->head[row] = f->var_of[col];
    for (int32_t e = 0; e < count; e++) {
        int32_t i = index[e];
        if (i == row)
            continue;
        f->multiplier[i] = value[e] / f->piv[t];
        if (!push(&f->lower, i, f->multiplier[i]))
            return false;
        unlink_from(&f->row_counts, i);
        drop(&f->rows, i, col, false);
        link_into(&f->row_counts, i, f->rows.length[i]);
    }
    f->lower.ptr[t + 1] = f->lower.index.count;
    const int32_t *changed = (int32_t *)f->lower.index.data + f->lower.ptr[t];
    int64_t changes = f->lower.ptr[t + 1] - f->lower.ptr[t];
    unlink_from(&f->col_counts, col);
    unlink_from(&f->row_counts, row);
    for (int32_t place = 0; place < f->rows.length[row]; place++) {
        int32_t j = ((int32_t *)f->rows.index.data)[f->rows.start[row] + place];
        if (j == col)
            continue;
        unlink_from(&f->col_counts, j);
        int32_t *rows = (int32_t *)f->cols.index.data + f->cols.start[j];
        double *values = (double *)f->cols.value.data + f->cols.start[j];
        int32_t e = 0;
        while (rows[e] != row)
            e++;
        double at = values[e];
        int32_t last = --f->cols.length[j];
        rows[e] = rows[last];
        values[e] = values[last];
        /* The column is known by its variable; its row follows once it has a pivot. */
        if (!push(&f->upper_rows, j, at))
            return false;
        int64_t met = 0;
        if (changes) {
            for (e = 0; e < f->cols.length[j];) {
                int32_t i = rows[e];
                if (f->multiplier[i] != 0) {
                    values[e] -= f->multiplier[i] * at;
                    f->mark[i] = j + 1;
                    met++;
                    if (magnitude(values[e]) < CANCELLED) {
                        last = --f->cols.length[j];
                        rows[e] = rows[last];
                        values[e] = values[last];
                        unlink_from(&f->row_counts, i);
                        drop(&f->rows, i, j, false);
                        link_into(&f->row_counts, i, f->rows.length[i]);
                        continue;
                    }
                }
                e++;
            }
            for (int64_t g = 0; g < changes && met < changes; g++) {
                int32_t i = changed[g];
                if (f->mark[i] != j + 1) {
                    if (!append(&f->cols, j, i, -f->multiplier[i] * at, true) || !append(&f->rows, i, j, 0, false))
                        return false;
                    unlink_from(&f->row_counts, i);
                    link_into(&f->row_counts, i, f->rows.length[i]);
                }
            }
            for (int64_t g = 0; g < changes; g++)
                f->mark[changed[g]] = 0;
        }
        link_into(&f->col_counts, j, f->cols.length[j]);
    }
    f->upper_rows.ptr[t + 1] = f->upper_rows.index.count;
    for (int64_t g = 0; g < changes; g++)
        f->multiplier[changed[g]] = 0;
    return true;
}

/* Builds the transpose of lines: entry (t, i) becomes (step of i, row of t). */
static bool transpose(const Factors *f, const Lines *from, Lines *to) {
    int64_t count = from->index.count;
    to->index.count = to->value.count = 0;
    if (!reserve(&to->index, count, sizeof(int32_t)) || !reserve(&to->value, count, sizeof(double)))
        return false;
    const int32_t *index = from->index.data;
    const double *value = from->value.data;
    int32_t *put = to->index.data;
    double *put_value = to->value.data;
    memset(to->ptr, 0, ((size_t)f->steps + 2) * sizeof(int64_t));
    for (int64_t e = 0; e < count; e++)
        to->ptr[f->step_of[index[e]] + 2]++;
    for (int32_t t = 0; t < f->steps; t++)
        to->ptr[t + 2] += to->ptr[t + 1];
    for (int32_t t = 0; t < f->steps; t++) {
        for (int64_t e = from->ptr[t]; e < from->ptr[t + 1]; e++) {
            int64_t place = to->ptr[f->step_of[index[e]] + 1]++;
            put[place] = f->row[t];
            put_value[place] = value[e];
        }
    }
    to->index.count = to->value.count = count;
    return true;
}

/* Factors the basis. If it has too few columns, or some depend on others, sets `dependent` and completes the basis with
 * slacks, to be factored again. Returns false if there is no memory. */
static bool factor_once(Factors *f, bool *dependent) {
    int32_t m = f->m, n = f->n, k = 0;
    if (f->etas)
        memset(f->table, 0, (size_t)m * ETAS * sizeof(double));
    f->etas = 0;
    f->eta.ptr[0] = 0;
    f->eta.index.count = f->eta.value.count = 0;
    for (int32_t i = 0; i < m; i++)
        f->step_of[i] = -1;
    f->cols.index.count = f->cols.value.count = f->rows.index.count = 0;
    memset(f->rows.length, 0, (size_t)m * sizeof(int32_t));
    for (int32_t c = 0; c <= m + n; c++)
        f->col_counts.first[c] = f->row_counts.first[c] = -1;
    /* Columns, without the rows of basic slacks. */
    for (int32_t j = 0; j < n; j++) {
        if (f->status[j] != BASIC)
            continue;
        int64_t start = f->cols.index.count, size = f->col_ptr[j + 1] - f->col_ptr[j];
        if (!reserve(&f->cols.index, start + size + 2, sizeof(int32_t)) ||
            !reserve(&f->cols.value, start + size + 2, sizeof(double)))
            return false;
        int32_t length = 0;
        for (int64_t e = f->col_ptr[j]; e < f->col_ptr[j + 1]; e++) {
            int32_t i = f->col_row[e];
            if (f->status[n + i] != BASIC) {
                ((int32_t *)f->cols.index.data)[start + length] = i;
                ((double *)f->cols.value.data)[start + length++] = 1;
                f->rows.length[i]++;
            }
        }
        f->cols.start[k] = start;
        f->cols.length[k] = length;
        f->cols.room[k] = length + 2;
        f->cols.index.count = f->cols.value.count = start + length + 2;
        f->var_of[k] = j;
        link_into(&f->col_counts, k, length);
        k++;
    }
    int64_t start = 0;
    for (int32_t i = 0; i < m; i++) {
        f->rows.start[i] = start;
        f->rows.room[i] = f->rows.length[i] + 4;
        start += f->rows.room[i];
        f->rows.length[i] = 0;
    }
    if (!reserve(&f->rows.index, start, sizeof(int32_t)))
        return false;
    f->rows.index.count = start;
    for (int32_t c = 0; c < k; c++) {
        for (int32_t e = 0; e < f->cols.length[c]; e++) {
            int32_t i = ((int32_t *)f->cols.index.data)[f->cols.start[c] + e];
            ((int32_t *)f->rows.index.data)[f->rows.start[i] + f->rows.length[i]++] = c;
        }
    }
    for (int32_t i = 0; i < m; i++) {
        if (f->status[n + i] != BASIC)
            link_into(&f->row_counts, i, f->rows.length[i]);
    }
    f->lower.index.count = f->lower.value.count = f->upper_rows.index.count = f->upper_rows.value.count = 0;
    f->lower.ptr[0] = f->upper_rows.ptr[0] = 0;
    int32_t t = 0;
    for (int32_t c = 0; c < k; c++)
        f->row_of[c] = -1; /* the row of each column's pivot */
    while (t < k) {
        Pivot pivot = choose_pivot(f, m > n ? m : n);
        if (pivot.row < 0)
            break;
        f->row_of[pivot.col] = pivot.row;
        if (!eliminate(f, pivot, t++))
            return false;
    }
    f->steps = t;
    *dependent = f->steps < k;
    for (int32_t c = 0; c < k; c++) {
        if (f->row_of[c] < 0)
            f->status[f->var_of[c]] = LOWER;
    }
    for (int32_t i = 0; i < m; i++) {
        if (f->step_of[i] < 0) {
            f->head[i] = n + i;
            if (f->status[n + i] != BASIC) {
                f->status[n + i] = BASIC;
                f->weight[n + i] = 0;
                *dependent = true;
            }
        }
    }
    if (*dependent)
        return true;
    /* The upper triangle refers to columns: replace them by the rows of their pivots. */
    int32_t *index = f->upper_rows.index.data;
    for (int64_t e = 0; e < f->upper_rows.index.count; e++)
        index[e] = f->row_of[index[e]];
    if (!transpose(f, &f->upper_rows, &f->upper))
        return false;
    if (!transpose(f, &f->lower, &f->lower_rows))
        return false;
    /* Rows of basic slacks: their entries come after all steps. Merge them into the columns of the upper triangle. */
    memset(f->slack_rows.ptr, 0, ((size_t)m + 1) * sizeof(int64_t));
    f->slack_rows.index.count = 0;
    int64_t entries = 0;
    for (t = 0; t < f->steps; t++) {
        int32_t j = f->head[f->row[t]];
        for (int64_t e = f->col_ptr[j]; e < f->col_ptr[j + 1]; e++)
            entries += f->step_of[f->col_row[e]] < 0;
    }
    int64_t all = f->upper.index.count + entries;
    if (!reserve(&f->upper.index, all, sizeof(int32_t)) || !reserve(&f->upper.value, all, sizeof(double)) ||
        !reserve(&f->slack_rows.index, entries, sizeof(int32_t)))
        return false;
    int32_t *up = f->upper.index.data;
    double *up_value = f->upper.value.data;
    int64_t place = all, end = f->upper.index.count;
    f->upper.index.count = f->upper.value.count = all;
    for (t = f->steps - 1; t >= 0; t--) {
        int32_t j = f->head[f->row[t]];
        int64_t begin = f->upper.ptr[t];
        f->upper.ptr[t + 1] = place;
        for (int64_t e = f->col_ptr[j]; e < f->col_ptr[j + 1]; e++) {
            int32_t i = f->col_row[e];
            if (f->step_of[i] < 0) {
                up[--place] = i;
                up_value[place] = 1;
                f->slack_rows.ptr[i + 1]++;
            }
        }
        while (end > begin) {
            up[--place] = up[--end];
            up_value[place] = up_value[end];
        }
    }
    f->upper.ptr[0] = place;
    for (int32_t i = 0; i < m; i++)
        f->slack_rows.ptr[i + 1] += f->slack_rows.ptr[i];
    int32_t *in_slack = f->slack_rows.index.data;
    for (t = f->steps - 1; t >= 0; t--) {
        int32_t j = f->head[f->row[t]];
        for (int64_t e = f->col_ptr[j]; e < f->col_ptr[j + 1]; e++) {
            int32_t i = f->col_row[e];
            if (f->step_of[i] < 0)
                in_slack[--f->slack_rows.ptr[i + 1]] = f->row[t];
        }
    }
    /* Each entry was moved down by its row's count: shift the pointers back. */
    for (int32_t i = 0; i < m; i++)
        f->slack_rows.ptr[i] = f->slack_rows.ptr[i + 1];
    f->slack_rows.ptr[m] = entries;
    return true;
}

bool factor(Factors *f) {
    bool dependent = true;
    while (dependent) {
        if (!factor_once(f, &dependent))
            return false;
    }
    return true;
}

bool update_factors(Factors *f, int32_t row, const double *column) {
    int64_t at = f->eta.ptr[f->etas];
    if (!reserve(&f->eta.index, at + f->m, sizeof(int32_t)) || !reserve(&f->eta.value, at + f->m, sizeof(double)))
        return false;
    int32_t *index = f->eta.index.data;
    double *value = f->eta.value.data;
    for (int32_t i = 0; i < f->m; i++) {
        if (i != row && magnitude(column[i]) > TINY) {
            index[at] = i;
            value[at++] = f->table[(int64_t)i * ETAS + f->etas] = column[i];
        }
    }
    f->eta_row[f->etas] = row;
    f->eta_piv[f->etas++] = column[row];
    f->eta.ptr[f->etas] = at;
    return true;
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

Factors room_for_factors(Room *room, int32_t m, int32_t n, const int64_t *col_ptr, const int32_t *col_row,
                         uint8_t *status, int32_t *head, double *weight) {
    return (Factors){
        .m = m, .n = n, .col_ptr = col_ptr, .col_row = col_row, .status = status, .head = head, .weight = weight,
        .row = ZEROS(room, int32_t, m), .step_of = ZEROS(room, int32_t, m), .piv = ZEROS(room, double, m),
        .lower = {.ptr = ZEROS(room, int64_t, m + 2)}, .lower_rows = {.ptr = ZEROS(room, int64_t, m + 2)},
        .upper = {.ptr = ZEROS(room, int64_t, m + 2)}, .upper_rows = {.ptr = ZEROS(room, int64_t, m + 2)},
        .slack_rows = {.ptr = ZEROS(room, int64_t, m + 2)}, .eta = {.ptr = ZEROS(room, int64_t, ETAS + 1)},
        .table = ZEROS(room, double, (int64_t)m * ETAS),
        .cols = {.start = ZEROS(room, int64_t, n), .length = ZEROS(room, int32_t, n),
                 .room = ZEROS(room, int32_t, n)},
        .rows = {.start = ZEROS(room, int64_t, m), .length = ZEROS(room, int32_t, m),
                 .room = ZEROS(room, int32_t, m)},
        .col_counts = {ZEROS(room, int32_t, m + n + 1), ZEROS(room, int32_t, n), ZEROS(room, int32_t, n)},
        .row_counts = {ZEROS(room, int32_t, m + n + 1), ZEROS(room, int32_t, m), ZEROS(room, int32_t, m)},
        .var_of = ZEROS(room, int32_t, n), .row_of = ZEROS(room, int32_t, n), .mark = ZEROS(room, int32_t, m),
        .multiplier = ZEROS(room, double, m),
    };
}

void free_factors(Factors *f) {
    Array *grown[] = {
        &f->lower.index, &f->lower.value, &f->lower_rows.index, &f->lower_rows.value, &f->upper.index,
        &f->upper.value, &f->upper_rows.index, &f->upper_rows.value, &f->slack_rows.index, &f->eta.index,
        &f->eta.value, &f->cols.index, &f->cols.value, &f->rows.index,
    };
    for (size_t k = 0; k < sizeof grown / sizeof *grown; k++)
        free(grown[k]->data);
}
