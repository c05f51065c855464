/** Prices on the numbers of a pot, and the pairs of numbers whose prices must be high enough. */

/** A number that can be taken, and a divisor that can pay for it. */
export interface Pair {
  take: number;
  pays: number;
}

/** Return the proper divisors of a number in the pot that do not divide another of its proper divisors there. */
export function payers(number: number, pot: readonly number[]): number[] {
  const divisors = pot.filter((one) => one < number && number % one === 0);
  return divisors.filter((one) => !divisors.some((other) => other > one && other % one === 0));
}

export function pairsOf(pot: readonly number[]): Pair[] {
  return pot.flatMap((take) => payers(take, pot).map((pays) => ({ take, pays })));
}

/** Return whether prices alone prove the best score of the pot 1 to N and fit on a page. */
export function hasPrices(n: number): boolean {
  return (n >= 2 && n <= 20) || (n >= 25 && n <= 30);
}
