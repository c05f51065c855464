/** Questions that a worker in the browser answers with the kernels. */
import type { Kernels } from "../lib/kernels";

/**
 * Answers by path below /api/v1. Each function returns the library's answer to a query, as an object for JSON. It
 * returns null if the question is too hard here or must be refused; the server or Python then answers. This depends
 * only on the question, never on the time it takes.
 */
export type Answers = Readonly<Record<string, (query: URLSearchParams, kernels: Kernels) => object | null>>;

/** A question for the worker: its address without the prefix that all addresses share. */
export interface Question {
  readonly number: number;
  readonly address: string;
}

/** The answer as JSON; null if there is none. */
export interface Reply {
  readonly number: number;
  readonly json: string | null;
}
