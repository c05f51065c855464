/* Greedy coins.  perfectplay.coins.kernels declares these kernels; docs/coins-theory.md has the proofs.
 *
 * The absolute values of all coins add up to less than 2^62, so every fused coin, margin and difference of margins stays
 * below 2^63.  A *stack* is an array whose entry 0 is free and whose entries 1 .. size-1 are a reduced row: it contains
 * no peak a <= b >= c between its ends. */

/* Pages in a browser call these kernels, too. */

#include "kernels.h"

/* Returns whether the last entry of stack[bottom : size] becomes a peak if `top` is pushed. */
static bool peaks(const int64_t *stack, int64_t bottom, int64_t size, int64_t top) {
    return size - bottom >= 2 && stack[size - 1] >= top && stack[size - 2] <= stack[size - 1];
}

/* Pushes coins onto a stack, and fuses every peak that arises. Returns the new size. Takes O(n) time. */
static int64_t push(int64_t *stack, int64_t size, const int64_t *coins, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        int64_t top = coins[i];
        while (peaks(stack, 1, size, top)) {
            top += stack[size - 2] - stack[size - 1];
            size -= 2;
        }
        stack[size++] = top;
    }
    return size;
}

/* Returns the margin of the reduced row stack[low:high]. In such a row, both players always take the larger end. */
static int64_t reduced_margin(const int64_t *stack, int64_t low, int64_t high) {
    int64_t left = low, right = high - 1, margin = 0, sign = 1;
    while (left <= right) {
        margin += sign * (stack[left] >= stack[right] ? stack[left++] : stack[right--]);
        sign = -sign;
    }
    return margin;
}

KERNEL coins_absolute_sum(const int64_t *coins, int64_t limit, int64_t n, int64_t *absolute, int64_t *sum) {
    REQUIRE(limit >= 0);
    uint64_t size = 0; /* stays below 2^64: the limit is below 2^63, and a coin is at most 2^63 */
    int64_t total = 0;
    for (int64_t i = 0; i < n; i++) {
        /* Use uint64_t: the absolute value of the smallest int64_t does not fit into int64_t. */
        size += coins[i] < 0 ? 0 - (uint64_t)coins[i] : (uint64_t)coins[i];
        if (size >= (uint64_t)limit) {
            *absolute = -1;
            *sum = 0;
            return DONE;
        }
        total += coins[i];
    }
    *absolute = (int64_t)size;
    *sum = total;
    return DONE;
}

KERNEL coins_push(int64_t *stack, int64_t size, const int64_t *coins, int64_t n, int64_t *new_size) {
    REQUIRE(size >= 1);
    *new_size = push(stack, size, coins, n);
    return DONE;
}

KERNEL coins_reduced_margin(const int64_t *stack, int64_t low, int64_t high, int64_t *margin) {
    REQUIRE(low >= 0);
    *margin = reduced_margin(stack, low, high);
    return DONE;
}

KERNEL coins_finish(int64_t *stack, int64_t size, int64_t first, int64_t last, int64_t *by_left, int64_t *by_right) {
    REQUIRE(size >= 1);
    /* If the right coin is taken, fuse the first coin with the stack's bottom, then restore the overwritten entry. */
    int64_t front = first, low = 0;
    while (low + 2 < size && front <= stack[low + 1] && stack[low + 1] >= stack[low + 2]) {
        front += stack[low + 2] - stack[low + 1];
        low += 2;
    }
    int64_t kept = stack[low];
    stack[low] = front;
    *by_right = last - reduced_margin(stack, low, size);
    stack[low] = kept;
    /* If the left coin is taken, fuse the last coin with the stack's top instead. */
    int64_t top = last;
    while (peaks(stack, 1, size, top)) {
        top += stack[size - 2] - stack[size - 1];
        size -= 2;
    }
    kept = stack[size];
    stack[size] = top;
    *by_left = first - reduced_margin(stack, 1, size + 1);
    stack[size] = kept;
    return DONE;
}

KERNEL coins_circle(const int64_t *twice, int64_t *stack, int64_t *margins, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        int64_t size = push(stack, 1, twice + i + 1, n - 1);
        margins[i] = twice[i] - reduced_margin(stack, 1, size);
    }
    return DONE;
}

KERNEL coins_line(const int64_t *coins, int64_t *values, int64_t *starts, uint8_t *letters, int64_t n) {
    int64_t size = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t top = coins[i], start = i;
        while (peaks(values, 0, size, top)) {
            top += values[size - 2] - values[size - 1];
            size -= 2;
            start = starts[size];
        }
        values[size] = top;
        starts[size++] = start;
    }
    int64_t left = 0, right = size - 1, end = n, at = 0;
    while (left <= right) {
        /* `end` is where the remaining coins end: at the start of the last block that was taken from the right. */
        bool from_left = values[left] >= values[right];
        int64_t start = starts[from_left ? left : right];
        int64_t stop = from_left && left < right ? starts[left + 1] : end;
        memset(letters + at, from_left ? 'L' : 'R', (size_t)(stop - start));
        at += stop - start;
        if (from_left) {
            left++;
        } else {
            end = start;
            right--;
        }
    }
    return DONE;
}

/* Returns the number of entries in a descending row that are larger than `top`. */
static int64_t count_above(const int64_t *falling, int64_t size, int64_t top) {
    int64_t low = 0, high = size;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (falling[middle] > top)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the sum, negated if `index` is odd. */
static int64_t signed_by(int64_t index, int64_t sum) {
    return index % 2 == 0 ? sum : -sum;
}

KERNEL coins_prefixes(const int64_t *coins, int64_t *values, int64_t *kept, int64_t *above, int64_t *margins, int64_t n) {
    int64_t size = 0, fall = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t top = coins[i];
        while (peaks(values, 0, size, top)) {
            top += values[size - 2] - values[size - 1];
            size -= 2;
        }
        values[size] = top;
        if (size == 0 || (size <= fall && top < values[size - 1])) {
            /* This coin extends the falling part of the row. */
            kept[size] = size == 0 ? top : kept[size - 1] + signed_by(size, top);
            fall = size + 1;
            margins[i] = kept[size];
        } else {
            /* This coin extends the rising part. Players first take the `count` falling coins that are larger than
             * this coin, then this coin, the falling coins before index `lower`, the next rising coin, and the rest. */
            fall = smaller(fall, size);
            int64_t lower = size > fall ? above[size - 1] : fall;
            int64_t below = size > fall ? kept[size - 1] : 0;
            int64_t count = count_above(values, lower, top);
            int64_t before = count > 0 ? kept[count - 1] : 0;
            int64_t between = (lower > 0 ? kept[lower - 1] : 0) - before;
            kept[size] = top - (signed_by(count, between) + signed_by(lower - count, below));
            above[size] = count;
            margins[i] = before + signed_by(count, kept[size]);
        }
        size++;
    }
    return DONE;
}

KERNEL coins_quadratic(const int64_t *coins, int64_t *margins, int64_t n, int64_t *margin) {
    REQUIRE(n >= 1);
    memcpy(margins, coins, (size_t)n * sizeof *coins);
    for (int64_t length = 2; length <= n; length++) {
        const int64_t *ends = coins + length - 1;
        for (int64_t i = 0; i <= n - length; i++)
            margins[i] = larger(coins[i] - margins[i + 1], ends[i] - margins[i]);
    }
    *margin = margins[0];
    return DONE;
}

/* Replaces the margin of the segment coins[i : i + length - 1] by the margin of coins[i : i + length]. The last coin of
 * the longer segment is ends[i]. Returns the code of the best moves. */
static unsigned segment(const int64_t *coins, const int64_t *ends, int64_t *margins, int64_t i) {
    int64_t left = coins[i] - margins[i + 1], right = ends[i] - margins[i];
    margins[i] = larger(left, right);
    return (unsigned)(left >= right) | (unsigned)(right >= left) << 1;
}

KERNEL coins_diagonals(const int64_t *coins, int64_t *margins, uint8_t *packed, int64_t *kept, int64_t step, int64_t n,
                       int64_t bytes, int64_t room) {
    REQUIRE(step >= 1);
    /* Start with empty segments, whose margin is 0, so that both moves are best for a single coin. */
    memset(margins, 0, (size_t)(n + 1) * sizeof *margins);
    int64_t at = 0;
    for (int64_t length = 1; length <= n; length++) {
        const int64_t *ends = coins + length - 1;
        int64_t count = n - length + 1, whole = count / 4 * 4;
        REQUIRE((count + 3) / 4 <= bytes);
        bytes -= (count + 3) / 4;
        for (int64_t i = 0; i < whole; i += 4) {
            unsigned byte = segment(coins, ends, margins, i);
            byte |= segment(coins, ends, margins, i + 1) << 2;
            byte |= segment(coins, ends, margins, i + 2) << 4;
            byte |= segment(coins, ends, margins, i + 3) << 6;
            *packed++ = (uint8_t)byte;
        }
        unsigned rest = 0;
        for (int64_t i = whole; i < count; i++)
            rest |= segment(coins, ends, margins, i) << 2 * (i - whole);
        if (whole < count)
            *packed++ = (uint8_t)rest;
        if ((length - 1) % step == 0) {
            REQUIRE(count <= room - at);
            memcpy(kept + at, margins, (size_t)count * sizeof *kept);
            at += count;
        }
    }
    return DONE;
}
