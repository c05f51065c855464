/* rup: checks a proof that a set of clauses has no solution.
 *
 *     rup game.cnf game.drat
 *
 * The proof is a list of clauses in the DIMACS format.  Each must follow by unit propagation from the clauses of the
 * problem and earlier clauses of the proof: if all its literals are false, propagation must find a contradiction.
 * (This is the RUP part of DRAT, which is enough for CaDiCaL's proofs of these problems.)  The empty clause, which ends
 * the proof, must follow in the same way.  A line "d ..." deletes a clause that is no longer needed; units are kept. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Clause {
    struct Clause *next_same; /* with the same hash, for deletion */
    int size, deleted;
    int literal[];
} Clause;

typedef struct {
    Clause **item;
    int count, room;
} Watches;

static int variables, *trail, trails, *lits, lits_room;
static signed char *value; /* for each literal: 1 if true, -1 if false, 0 if unassigned */
static Watches *watches;   /* for each literal: the clauses that watch it */
static Clause *table[1 << 20];

static _Noreturn void fail(const char *why) {
    printf("NOT verified: %s\n", why);
    exit(1);
}

static int at(int literal) { /* the index of a literal in an array */
    return literal > 0 ? 2 * literal : 1 - 2 * literal;
}

static void watch(int literal, Clause *clause) {
    Watches *w = &watches[at(literal)];
    if (w->count == w->room && (w->item = realloc(w->item, (w->room = 2 * w->room + 4) * sizeof *w->item)) == NULL)
        fail("there is not enough memory");
    w->item[w->count++] = clause;
}

static void assign(int literal) {
    value[at(literal)] = 1;
    value[at(-literal)] = -1;
    trail[trails++] = literal;
}

/* Propagates the trail from `done` on. Returns 1 if there is a contradiction. */
static int propagate(int done) {
    while (done < trails) {
        int false_literal = -trail[done++];
        Watches *w = &watches[at(false_literal)];
        int kept = 0;
        for (int i = 0; i < w->count; i++) {
            Clause *c = w->item[i];
            if (c->deleted)
                continue;
            int *l = c->literal;
            if (l[0] == false_literal) {
                l[0] = l[1];
                l[1] = false_literal;
            }
            int k = 2;
            if (value[at(l[0])] != 1)
                while (k < c->size && value[at(l[k])] == -1)
                    k++;
            if (value[at(l[0])] != 1 && k < c->size) { /* watch another literal that is not false */
                l[1] = l[k];
                l[k] = false_literal;
                watch(l[1], c);
                continue;
            }
            w->item[kept++] = c;
            if (value[at(l[0])] == 1)
                continue;
            if (value[at(l[0])] == -1) {
                while (++i < w->count)
                    w->item[kept++] = w->item[i];
                w->count = kept;
                return 1;
            }
            assign(l[0]);
        }
        w->count = kept;
    }
    return 0;
}

static unsigned hash(int size) {
    unsigned sum = 0, product = 1;
    for (int i = 0; i < size; i++) {
        sum += (unsigned)lits[i] * 2654435761u;
        product *= 2 * (unsigned)lits[i] + 1;
    }
    return (sum ^ product ^ product >> 16) & ((1 << 20) - 1);
}

/* Adds the clause that was just read. Returns 1 if propagation alone then finds a contradiction. */
static int add(int size) {
    Clause *c = malloc(sizeof *c + (size_t)size * sizeof(int));
    if (c == NULL)
        fail("there is not enough memory");
    unsigned h = hash(size);
    *c = (Clause){table[h], size, 0};
    table[h] = c;
    memcpy(c->literal, lits, (size_t)size * sizeof(int));
    int free = 0; /* move literals that are not false to the front, because watched literals must not be false */
    for (int i = 0; i < size && free < 2; i++)
        if (value[at(c->literal[i])] != -1) {
            int other = c->literal[free];
            c->literal[free++] = c->literal[i];
            c->literal[i] = other;
        }
    if (free == 0)
        return 1;
    if (free == 1) { /* a unit: all other literals are permanently false */
        if (value[at(c->literal[0])] == 0) {
            int done = trails;
            assign(c->literal[0]);
            return propagate(done);
        }
        return 0;
    }
    watch(c->literal[0], c);
    watch(c->literal[1], c);
    return 0;
}

static int follows(int size) {
    int before = trails, contradiction = 0;
    for (int i = 0; i < size && !contradiction; i++) {
        if (value[at(lits[i])] == 1)
            contradiction = 1;
        else if (value[at(lits[i])] == 0)
            assign(-lits[i]);
    }
    contradiction = contradiction || propagate(before);
    while (trails > before) {
        int literal = trail[--trails];
        value[at(literal)] = value[at(-literal)] = 0;
    }
    return contradiction;
}

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void delete(int size) {
    int *sorted = malloc(2 * (size_t)size * sizeof(int) + 1), *other = sorted + size;
    memcpy(sorted, lits, (size_t)size * sizeof(int));
    qsort(sorted, (size_t)size, sizeof(int), compare);
    for (Clause **place = &table[hash(size)]; *place != NULL; place = &(*place)->next_same) {
        Clause *c = *place;
        if (c->size != size)
            continue;
        memcpy(other, c->literal, (size_t)size * sizeof(int));
        qsort(other, (size_t)size, sizeof(int), compare);
        if (memcmp(sorted, other, (size_t)size * sizeof(int)) == 0) {
            c->deleted = 1; /* keep the literals that it has implied */
            *place = c->next_same;
            break;
        }
    }
    free(sorted);
}

/* Reads literals up to a 0. Returns their number, or -1 at the end of the file. */
static int read_clause(FILE *file) {
    int size = 0;
    for (;;) {
        /* fscanf() splits longer words, but their first part is larger than any variable. */
        char text[16], *end;
        if (fscanf(file, "%15s", text) != 1) {
            if (size > 0 || !feof(file))
                fail("a clause has no end");
            return -1;
        }
        long literal = strtol(text, &end, 10);
        if (*end != '\0')
            fail("something is not a number");
        if (literal == 0)
            return size;
        if (literal < -variables || literal > variables)
            fail("there is a variable that the problem does not have");
        if (size == lits_room && (lits = realloc(lits, (size_t)(lits_room = 2 * lits_room + 16) * sizeof *lits)) == NULL)
            fail("there is not enough memory");
        lits[size++] = (int)literal;
    }
}

int main(int count, char **arguments) {
    FILE *problem = count == 3 ? fopen(arguments[1], "r") : NULL, *proof = count == 3 ? fopen(arguments[2], "r") : NULL;
    int clauses, read = 0, contradiction = 0, size;
    long lemmas = 0;
    if (problem == NULL || proof == NULL || fscanf(problem, "p cnf %9d %9d", &variables, &clauses) != 2 || variables < 1 ||
        variables >= 100000000) {
        fputs("Usage: rup PROBLEM.cnf PROOF.drat\n", stderr);
        return 2;
    }
    trail = malloc(((size_t)variables + 1) * sizeof *trail);
    value = calloc(2 * (size_t)variables + 2, 1);
    watches = calloc(2 * (size_t)variables + 2, sizeof *watches);
    if (trail == NULL || value == NULL || watches == NULL)
        fail("there is not enough memory");
    for (; (size = read_clause(problem)) >= 0; read++)
        contradiction = add(size) || contradiction;
    if (read != clauses)
        fail("the problem has not as many clauses as it says");
    while (!contradiction) {
        int c;
        while ((c = getc(proof)) == ' ' || c == '\n')
            continue;
        if (c == EOF)
            fail("the proof does not end with a contradiction");
        if (c != 'd')
            ungetc(c, proof);
        if ((size = read_clause(proof)) < 0)
            fail("the proof is not complete");
        if (c == 'd') {
            delete(size);
            continue;
        }
        lemmas++;
        if (!follows(size))
            fail("a clause of the proof does not follow by propagation");
        contradiction = add(size);
    }
    printf("verified: no solution, by %ld clauses\n", lemmas);
    return 0;
}
