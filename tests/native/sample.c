/* Kernels that do what the tests of the loader need. */

#include "kernels.h"

KERNEL sample_everything(const int64_t *whole, int32_t *small, const double *real, const bool *flags, const uint8_t *bytes,
                         const uint64_t *words, int64_t at, double factor, bool twice, int64_t m, int64_t n,
                         int64_t *total, double *product, bool *any) {
    REQUIRE(at >= 0 && at < m);
    *total = whole[at] + (int64_t)words[at];
    *product = real[at] * factor * (twice ? 2 : 1);
    *any = false;
    for (int64_t i = 0; i < n; i++) {
        small[2 * i] = (int32_t)i;
        small[2 * i + 1] = bytes[i];
        *any = *any || flags[i];
    }
    return DONE;
}

/* Lists the numbers below n and their squares; with less memory than needed if n is negative. */
KERNEL sample_squares(int64_t n, Array *numbers, Array *squares) {
    for (int64_t i = 0; i < larger(n, -n); i++) {
        if (!reserve(numbers, i + 1, sizeof(int64_t)) || !reserve(squares, i + 1, sizeof(double)))
            return NO_MEMORY;
        ((int64_t *)numbers->data)[i] = i;
        ((double *)squares->data)[i] = (double)(i * i);
        numbers->count = squares->count = i + 1;
    }
    return n < 0 ? NO_MEMORY : DONE;
}

/* Sums 1 .. n in scratch memory of `room` integers. */
KERNEL sample_scratch(int64_t n, int64_t room, int64_t *sum) {
    Room scratch = {0};
    int64_t *first = ZEROS(&scratch, int64_t, room);
    uint8_t *second = ZEROS(&scratch, uint8_t, n);
    Status status = NO_MEMORY;
    if (!scratch.failed) {
        *sum = 0;
        for (int64_t i = 0; i < n; i++) {
            first[i] += i + 1;
            *sum += first[i] + second[i];
        }
        status = DONE;
    }
    leave_room(&scratch);
    return status;
}

KERNEL sample_nothing(void) {
    return DONE;
}

KERNEL sample_double(const int64_t *numbers, int64_t *doubled, int64_t n, Array *reversed) {
    if (!reserve(reversed, n, sizeof *numbers))
        return NO_MEMORY;
    for (int64_t i = 0; i < n; i++) {
        doubled[i] = 2 * numbers[i];
        ((int64_t *)reversed->data)[n - 1 - i] = numbers[i];
    }
    reversed->count = n;
    return DONE;
}
