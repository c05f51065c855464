/* The conventions that all kernels share.  README.md in this folder explains them. */

#ifndef PERFECTPLAY_KERNELS_H
#define PERFECTPLAY_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The result of a call.  Python raises MemoryError for NO_MEMORY and ValueError for OUT_OF_RANGE. */
typedef enum { DONE, NO_MEMORY, OUT_OF_RANGE } Status;

/* Begins the definition of a function that Python calls; all other functions are static. */
#if defined(_WIN32)
#define KERNEL __declspec(dllexport) Status
#else
#define KERNEL __attribute__((visibility("default"))) Status
#endif

/* Refuses arguments that would cause access beyond an array. Use it before the kernel allocates memory: it returns
 * without freeing memory. */
#define REQUIRE(condition) \
    do { \
        if (!(condition)) \
            return OUT_OF_RANGE; \
    } while (0)

static inline int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Returns the absolute value of any integer except the smallest. */
static inline int64_t absolute(int64_t x) {
    return x < 0 ? -x : x;
}

/* Removes the lowest set bit of a word, which must not be 0. */
static inline uint64_t take_lowest(uint64_t *word) {
    uint64_t bit = *word & (~*word + 1);
    *word ^= bit;
    return bit;
}

/* Returns the index of the only bit in a word. */
static inline int64_t index_of(uint64_t bit) {
    /* Multiply by a de Bruijn number: the top six bits of the product differ for all 64 powers of two. */
    static const uint8_t index[64] = {
        0, 1, 48, 2, 57, 49, 28, 3, 61, 58, 50, 42, 38, 29, 17, 4,
        62, 55, 59, 36, 53, 51, 43, 22, 45, 39, 33, 30, 24, 18, 12, 5,
        63, 47, 56, 27, 60, 41, 37, 16, 54, 35, 52, 21, 44, 32, 23, 11,
        46, 26, 40, 15, 34, 20, 31, 10, 25, 14, 19, 9, 13, 8, 7, 6,
    };
    return index[bit * UINT64_C(0x03F79D71B4CB0A89) >> 58];
}

/* Returns whether n entries are ascending offsets from 0 to `size`. */
static inline bool rise(const int64_t *entries, int64_t n, int64_t size) {
    int64_t before = 0;
    for (int64_t i = 0; i < n; i++) {
        if (entries[i] < before)
            return false;
        before = entries[i];
    }
    return before <= size;
}

/* ---- Scratch memory ----------------------------------------------------------------------------------------------
 *
 *     Room room = {0};
 *     int64_t *stack = ZEROS(&room, int64_t, n);
 *     double *gain = ZEROS(&room, double, n);
 *     Status status = room.failed ? NO_MEMORY : search(stack, gain, ...);
 *     leave_room(&room);
 *     return status;
 */

typedef union Block {
    union Block *next;
    max_align_t aligned; /* the memory after a block header is aligned for every type */
} Block;

typedef struct {
    Block *blocks;
    bool failed; /* set if an allocation has failed: the caller must then return NO_MEMORY */
} Room;

static inline void *zeros_in(Room *room, int64_t count, size_t size) {
    size_t extra = sizeof(Block) / size + 1;
    Block *block = count < 0 || (uint64_t)count > SIZE_MAX - extra ? NULL : calloc((size_t)count + extra, size);
    if (block == NULL) {
        room->failed = true;
        return NULL;
    }
    block->next = room->blocks;
    room->blocks = block;
    return block + 1;
}

/* Allocates an array of zeros, which leave_room() frees. If there is no memory, returns NULL and sets room->failed. */
#define ZEROS(room, type, count) ((type *)zeros_in(room, count, sizeof(type)))

static inline void leave_room(Room *room) {
    while (room->blocks != NULL) {
        Block *next = room->blocks->next;
        free(room->blocks);
        room->blocks = next;
    }
}

/* ---- Arrays whose length is not known in advance -----------------------------------------------------------------
 *
 * For a result, Python passes an empty Array and takes over its memory, even after an error.  A kernel that needs
 * another Array for itself starts with {0}, and frees array.data at the end. */

typedef struct {
    void *data;
    int64_t count;    /* number of items */
    int64_t capacity; /* number of items for which there is memory */
} Array;

/* Makes room for at least `capacity` items, and at least doubles the room, so that growing costs O(1) per item. `data`
 * may move. Returns false if there is no memory; the items are then unchanged. */
static inline bool reserve(Array *array, int64_t capacity, size_t size) {
    if (capacity <= array->capacity && array->data != NULL)
        return true;
    int64_t most = (int64_t)((uint64_t)PTRDIFF_MAX / size);
    if (capacity < 0 || capacity > most)
        return false;
    capacity = capacity > most - array->capacity ? most : capacity + array->capacity;
    void *data = realloc(array->data, (size_t)larger(capacity, 1) * size);
    if (data == NULL)
        return false;
    array->data = data;
    array->capacity = capacity;
    return true;
}

#endif
