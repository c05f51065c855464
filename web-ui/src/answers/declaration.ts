/** Questions that a worker in the browser answers with the kernels. */
import type { Kernels } from "../lib/kernels";

/**
 * Answers by path below /api/v1. Each function returns the library's answer to a query, as an object for JSON. Null
 * leaves the question to the server or to Python: it is too hard here, or has to be refused. The choice depends only on
 * the question, never on a clock.
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
