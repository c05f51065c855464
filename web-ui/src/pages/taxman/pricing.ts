/** Prices on the numbers of a pot, and the pairs that they must be enough for. */

/** A number that can be taken, and one that can pay for it. */
export interface Pair {
  take: number;
  pays: number;
}

/** Return the proper divisors of a number that are in the pot, without those that divide another one of them. */
export function payers(number: number, pot: readonly number[]): number[] {
  const divisors = pot.filter((one) => one < number && number % one === 0);
  return divisors.filter((one) => !divisors.some((other) => other > one && other % one === 0));
}

export function pairsOf(pot: readonly number[]): Pair[] {
  return pot.flatMap((take) => payers(take, pot).map((pays) => ({ take, pays })));
}

/** Return whether prices alone prove the best score of the pot 1 to N, and a page has room for them. */
export function hasPrices(n: number): boolean {
  return (n >= 2 && n <= 20) || (n >= 25 && n <= 30);
}
