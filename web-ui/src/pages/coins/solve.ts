/** Best play of one row or circle of coins, by the kernels: nothing is asked of the server. */
import type { Kernels } from "../../lib/kernels";

/** The kernels keep below 2^63 if all coins together are below this. */
const LIMIT = 2n ** 62n;

/** Whether the kernels can take coins: there is one, and they are not too large together. */
export function fit(kernels: Kernels, coins: BigInt64Array): boolean {
  return coins.length > 0 && kernels.call("coins_absolute_sum", { coins, limit: LIMIT })[0] >= 0n;
}

/** By how much the player to move wins with the left and with the right coin of a row that fits. */
export function ends(kernels: Kernels, coins: BigInt64Array): readonly [left: bigint, right: bigint] {
  const first = coins.at(0) ?? 0n;
  const last = coins.at(-1) ?? 0n;
  if (coins.length < 2) {
    return [first, last];
  }
  const stack = new BigInt64Array(coins.length);
  const [size] = kernels.call("coins_push", { stack, size: 1, coins: coins.slice(1, -1) });
  return kernels.call("coins_finish", { stack, size, first, last });
}

/** A line of best play of a row that fits: a letter for each coin, L or R. */
export function line(kernels: Kernels, coins: BigInt64Array): string {
  const letters = new Uint8Array(coins.length);
  const [values, starts] = [new BigInt64Array(coins.length), new BigInt64Array(coins.length)];
  kernels.call("coins_line", { coins, values, starts, letters });
  return String.fromCharCode(...letters);
}

/** By how much the player to move wins with each coin of a circle that fits. */
export function circle(kernels: Kernels, coins: BigInt64Array): BigInt64Array {
  const margins = new BigInt64Array(coins.length);
  const twice = new BigInt64Array([...coins, ...coins]);
  kernels.call("coins_circle", { twice, stack: new BigInt64Array(coins.length + 1), margins });
  return margins;
}
