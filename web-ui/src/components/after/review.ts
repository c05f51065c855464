/** The review of a finished game. */
import type { Review, ReviewMove } from "../../generated/api";
import { sign } from "../../lib/exact";
import { type Live, SETTLED, useLive } from "../../lib/solver";

/** Ask for the cost of every move of the game with an id; do nothing if the id is null. */
export function useReview(id: string | null): Live<Review> {
  return useLive<Review>(id === null ? null : "/review", { id }, SETTLED);
}

/** Return the moves that are proven to be worse than the best move. */
export function costly(review: Review): readonly ReviewMove[] {
  return review.moves.filter(({ least }) => sign(least) > 0);
}
