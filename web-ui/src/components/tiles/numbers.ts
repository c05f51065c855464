/** Formats lists of numbers. */
import { t } from "../../lib/i18n";

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Format numbers for reading and speaking; long lists are cut. */
export function some(numbers: readonly number[], most = 12): string {
  const shown = numbers.slice(0, most).join(", ");
  return numbers.length > most + 1
    ? t("tiles.more", { numbers: shown, count: String(numbers.length - most) })
    : numbers.join(", ");
}
