import { outer } from "./place";

/** A door to the API: answers as `fetch` does, or leaves the question to the next door. */
export type Door = (url: string, init: RequestInit) => Promise<Response | null>;

/** The last door: a server. */
export const byServer: Door = (url, init) => fetch(outer(url), init);

let doors: readonly Door[] = [byServer];

/** Lets other doors answer from now on, the first one that can; the last one must. */
export function answerBy(...others: Door[]): void {
  doors = others;
}

/** Asks, as `fetch` does. */
export async function answered(url: string, init: RequestInit): Promise<Response> {
  for (const door of doors) {
    const response = await door(url, init);
    if (response !== null) {
      return response;
    }
  }
  throw new Error(`nothing answers ${url}`);
}
