/* The factor game.  perfectplay.factorgame.kernels.search declares these kernels, and explains boards; the proofs are in
 * docs/answers/two-players.md.
 *
 * The numbers of a board add up to less than FAR, so values, gains and differences of them are less than FAR. The ends
 * of windows have absolute values of at most 2^30. */

/* Pages in a browser call these kernels, too. */

#include "kernels.h"

enum {
    DEPTHS = 129,        /* maximum number of boards in a game: each move takes at least one of 128 numbers */
    MOVES = 128,         /* maximum number of moves: 127 numbers and ODD */
    NOTHING = -(1 << 30), /* the result of a search that ran out of nodes */
    FAR = 32767,         /* the absolute value of an unknown bound */
};

static const uint64_t ODD = UINT64_C(1) << 63;

typedef struct {
    uint64_t first, second;
} Board;

/* The numbers, the set of divisors of each, and tables of sums; `passing` says whether the classroom's rule applies. */
typedef struct {
    const int64_t *numbers;
    const uint64_t *below;
    const int64_t *sums;
    bool passing;
} Game;

/* The known values of boards: a hash table with two entries for each hash value. */
typedef struct {
    uint64_t *boards;
    int16_t *bounds;
    int64_t places;
} Table;

/* The columns of `bounds`. */
enum { LEAST, MOST, BEST, SIZE, COLUMNS };

/* A board that is being searched: its window, the lower bound reached so far, the best value and its move, the index of
 * the next move, and all moves with their immediate gains. */
typedef struct {
    Board board;
    int64_t low, high, reached, value, best, next, size;
    int32_t gains[MOVES];
    uint8_t moves[MOVES];
} Frame;

static int64_t sum_of(uint64_t word, const int64_t *sums) {
    return sums[word & 0xFFFF] + sums[(1 << 16) + (word >> 16 & 0xFFFF)] + sums[(2 << 16) + (word >> 32 & 0xFFFF)] +
           sums[(3 << 16) + (word >> 48)];
}

/* Removes the numbers that have neither divisors nor multiples on a board. By the classroom's rule, ODD stands for them
 * if their count is odd. */
static Board live(Board board, const uint64_t *below, bool passing) {
    Board left = {0, 0};
    uint64_t rest = board.first;
    while (rest) {
        uint64_t bit = take_lowest(&rest), divisors = below[index_of(bit)] & board.first;
        if (divisors)
            left.first |= divisors | bit;
    }
    rest = board.second & ~ODD;
    while (rest) {
        uint64_t bit = take_lowest(&rest), divisors = below[64 + index_of(bit)] & board.first;
        if (divisors) {
            left.first |= divisors;
            left.second |= bit;
        }
    }
    if (passing && left.first) {
        uint64_t alone = (board.first ^ left.first) ^ (board.second ^ left.second);
        for (int shift = 32; shift > 0; shift /= 2)
            alone ^= alone >> shift;
        left.second |= (alone & 1) << 63;
    }
    return left;
}

KERNEL search_live(uint64_t *board, const uint64_t *below, bool passing) {
    Board left = live((Board){board[0], board[1]}, below, passing);
    board[0] = left.first;
    board[1] = left.second;
    return DONE;
}

/* Returns whether move k of the frame stays before a new move with this gain; `first` always comes first. */
static bool comes_before(const Frame *frame, int64_t k, int64_t gain, int64_t move, int64_t first) {
    return frame->moves[k] == first || (move != first && frame->gains[k] >= gain);
}

/* Lists the legal moves and their immediate gains: first the best known move, then the others by descending gain. */
static void list_moves(Frame *frame, Game game, int64_t first) {
    frame->size = 0;
    for (int64_t from = 0; from < 128; from += 64) {
        uint64_t rest = from == 0 ? frame->board.first : frame->board.second;
        while (rest) {
            int64_t move = from + index_of(take_lowest(&rest)), gain = 0;
            uint64_t divisors = game.below[move] & frame->board.first;
            if (!divisors && !game.passing)
                continue;
            if (divisors)
                gain = game.numbers[move] - sum_of(divisors, game.sums);
            int64_t k = frame->size++;
            for (; k > 0 && !comes_before(frame, k - 1, gain, move, first); k--) {
                frame->moves[k] = frame->moves[k - 1];
                frame->gains[k] = frame->gains[k - 1];
            }
            frame->moves[k] = (uint8_t)move;
            frame->gains[k] = (int32_t)gain;
        }
    }
}

/* Returns the index of the first of the two table entries that a board may have. */
static int64_t place_of(Board board, Table table) {
    /* Multiply by 2^64 divided by the golden ratio and by a large prime, so that the upper bits depend on all bits of
     * the board. */
    uint64_t spread = board.first * UINT64_C(0x9E3779B97F4A7C15);
    spread = ((spread ^ spread >> 32) + board.second) * UINT64_C(0xC2B2AE3D27D4EB4F);
    return (int64_t)((spread >> 32) * (uint64_t)(table.places / 2) >> 32) * 2;
}

/* Returns the index of a board in the table, or -1. */
static int64_t find(Board board, Table table) {
    int64_t place = place_of(board, table);
    for (int64_t at = place; at < place + 2; at++) {
        if (table.boards[2 * at] == board.first && table.boards[2 * at + 1] == board.second)
            return at;
    }
    return -1;
}

/* Makes room for a new board and returns its index. If both entries for its hash value are in use, the board with
 * fewer moves is replaced, because it took less time to compute. */
static int64_t room_for(Board board, int64_t size, Table table) {
    int64_t place = place_of(board, table);
    uint64_t *boards = table.boards + 2 * place;
    int16_t *bounds = table.bounds + COLUMNS * place;
    if (size < bounds[SIZE]) {
        place++;
        boards += 2;
        bounds += COLUMNS;
    } else {
        memcpy(boards + 2, boards, 2 * sizeof *boards);
        memcpy(bounds + COLUMNS, bounds, COLUMNS * sizeof *bounds);
    }
    boards[0] = board.first;
    boards[1] = board.second;
    bounds[LEAST] = -FAR;
    bounds[MOST] = FAR;
    bounds[SIZE] = (int16_t)size;
    return place;
}

/* Looks up a board. If its value is known well enough for the window, returns it. Otherwise returns NOTHING, narrows
 * the window, and sets `best` to the best known move, or -1. */
static int64_t known_value(Frame *frame, Table table, int64_t *best) {
    *best = -1;
    if (!frame->board.first)
        return 0;
    int64_t place = find(frame->board, table);
    if (place < 0)
        return NOTHING;
    const int16_t *bounds = table.bounds + COLUMNS * place;
    *best = bounds[BEST];
    if (bounds[LEAST] >= frame->high || bounds[LEAST] == bounds[MOST])
        return bounds[LEAST];
    if (bounds[MOST] <= frame->low)
        return bounds[MOST];
    frame->low = larger(frame->low, bounds[LEAST]);
    frame->high = smaller(frame->high, bounds[MOST]);
    return NOTHING;
}

/* Stores the result for a board in the table. */
static void remember(const Frame *frame, Table table) {
    int64_t place = find(frame->board, table);
    if (place < 0)
        place = room_for(frame->board, frame->size, table);
    int16_t *bounds = table.bounds + COLUMNS * place;
    if (frame->value > frame->low)
        bounds[LEAST] = (int16_t)frame->value;
    if (frame->value < frame->high)
        bounds[MOST] = (int16_t)frame->value;
    bounds[BEST] = (int16_t)frame->best;
}

/* Updates a board with the value of the position after its last move. Returns whether another move may be better. */
static bool go_on(Frame *frame, int64_t result) {
    int64_t k = frame->next++, value = frame->gains[k] - result;
    if (value > frame->value) {
        frame->value = value;
        frame->best = frame->moves[k];
        frame->reached = larger(frame->reached, value);
    }
    return frame->reached < frame->high && frame->next < frame->size;
}

/* Sets up the frame of the board after the next move. */
static void make_move(const Frame *frame, Game game, Frame *following) {
    int64_t move = frame->moves[frame->next], gain = frame->gains[frame->next];
    Board board = {frame->board.first & ~game.below[move], frame->board.second};
    if (move < 64)
        board.first &= ~(UINT64_C(1) << move);
    else
        board.second &= ~(UINT64_C(1) << (move - 64));
    following->board = live(board, game.below, game.passing);
    following->low = gain - frame->high;
    following->high = gain - frame->reached;
}

/* Returns the value of the board in the first frame, or NOTHING if no nodes are left. Frames replace recursion. */
static int64_t search(Frame *frames, Game game, Table table, int64_t *nodes) {
    Frame *frame = frames;
    for (;;) {
        int64_t best, result = known_value(frame, table, &best);
        if (result == NOTHING) {
            if (*nodes <= 0)
                return NOTHING;
            --*nodes;
            frame->reached = frame->low;
            frame->value = NOTHING;
            frame->next = 0;
            list_moves(frame, game, best);
        } else {
            /* Pass values back until a board has another move to try. */
            for (;;) {
                if (frame == frames)
                    return result;
                frame--;
                if (go_on(frame, result))
                    break;
                remember(frame, table);
                result = frame->value;
            }
        }
        make_move(frame, game, frame + 1);
        frame++;
    }
}

KERNEL search_search(const uint64_t *board, int64_t low, int64_t high, const int64_t *numbers, const uint64_t *below,
                     const int64_t *sums, bool passing, uint64_t *known, int16_t *bounds, int64_t *nodes, int64_t places,
                     int64_t *value) {
    int64_t widest = (int64_t)1 << 30;
    REQUIRE(places >= 2 && places % 2 == 0 && places <= (int64_t)1 << 32);
    REQUIRE(low >= -widest && low <= widest && high >= -widest && high <= widest);
    Room room = {0};
    Frame *frames = ZEROS(&room, Frame, DEPTHS);
    if (frames == NULL)
        return NO_MEMORY;
    frames->board = live((Board){board[0], board[1]}, below, passing);
    frames->low = low;
    frames->high = high;
    *value = search(frames, (Game){numbers, below, sums, passing}, (Table){known, bounds, places}, nodes);
    leave_room(&room);
    return DONE;
}
