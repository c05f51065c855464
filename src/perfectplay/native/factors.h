/* Factors of a simplex basis, for simplex.c: Gaussian elimination with pivots chosen after Markowitz, and updates in
 * product form.
 *
 * Variables 0 .. n - 1 are the columns of a matrix of 0 and 1, and variable n + i is the slack of row i. The basis has
 * m variables, one for each row. No integer overflows: m and n are below 2^28, and numbers of entries have 64 bits. */

#ifndef PERFECTPLAY_FACTORS_H
#define PERFECTPLAY_FACTORS_H

#include "kernels.h"

#define TINY 1e-13 /* entries of a solution below this are 0 */
#define ETAS 50    /* number of updates after which the basis is factored again */

enum { LOWER, BASIC, UPPER }; /* where a variable is */

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
    /* the matrix by columns */
    const int64_t *col_ptr;
    const int32_t *col_row;
    /* the basis: where each variable is, the variable of each row, and the weight of each variable; 0 if not known */
    uint8_t *status;
    int32_t *head;
    double *weight;
    /* step t has pivot piv[t] in row row[t]; lower and upper triangle by columns and by rows */
    int32_t steps;
    int32_t *row, *step_of;
    double *piv;
    Lines lower, lower_rows, upper, upper_rows, slack_rows;
    /* updates: entry e of `eta` is in row eta.index[e] */
    int32_t etas;
    int32_t eta_row[ETAS];
    double eta_piv[ETAS];
    Lines eta;
    double *table; /* entry i * ETAS + k is that of update k in row i, or 0 in the row of its pivot */
    /* scratch */
    Pool cols, rows;
    Counts col_counts, row_counts;
    int32_t *var_of, *row_of, *mark;
    double *multiplier;
} Factors;

static inline double magnitude(double x) {
    return x < 0 ? -x : x;
}

/* Returns room for factors of a basis; `free_factors` frees what they add to it. */
Factors room_for_factors(Room *room, int32_t m, int32_t n, const int64_t *col_ptr, const int32_t *col_row,
                         uint8_t *status, int32_t *head, double *weight);

void free_factors(Factors *factors);

/* Factors the variables whose status is BASIC. If they are too few, or some depend on others, slacks complete the basis,
 * with weights of 0, for not known. Returns false if there is no memory. */
bool factor(Factors *factors);

/* Replaces a row's basic variable by one whose column, after `ftran`, is given. Returns false if there is no memory. */
bool update_factors(Factors *factors, int32_t row, const double *column);

/* Solves B x = v in place; v is indexed by rows, x by the rows of basic variables. */
void ftran(const Factors *factors, double *v);

/* Solves B x = v for two right-hand sides at once: the factors are read only once. */
void ftran_two(const Factors *factors, Two *v);

/* Solves y B = v in place. */
void btran(const Factors *factors, double *v);

#endif
