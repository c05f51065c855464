/** Answers that the pages find themselves, by kernels in a worker. */
import type { Kernels } from "../lib/kernels";

/**
 * Answers by path below /api/v1: what the library says to a query, as an object for JSON.
 *
 * Null leaves a question to the server, or to Python: one that is too hard here, or that must be refused.  How hard a
 * question is depends on the question alone, and on no clock.
 */
export type Answers = Readonly<Record<string, (query: URLSearchParams, kernels: Kernels) => object | null>>;

/** A question for the worker, by its address without what all addresses begin with. */
export interface Question {
  readonly number: number;
  readonly address: string;
}

/** The answer as JSON; null if there is none. */
export interface Reply {
  readonly number: number;
  readonly json: string | null;
}
