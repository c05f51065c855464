/** Questions that a worker in the browser answers with the kernels. */
import type { Kernels } from "../lib/kernels";

/**
 * Maps each path below /api/v1 to a function that returns the library's answer to a query, as an object for JSON. The
 * function returns null if the question is too hard for a browser or must be refused; the server or Python then
 * answers. This choice depends only on the question, never on the time that an answer takes.
 */
export type Answers = Readonly<Record<string, (query: URLSearchParams, kernels: Kernels) => object | null>>;

/** A question for the worker: its number, and its address without the prefix that all addresses share. */
export interface Question {
  readonly number: number;
  readonly address: string;
}

/** The worker's reply: the number of the question, and the answer as JSON, or null if the kernels cannot answer. */
export interface Reply {
  readonly number: number;
  readonly json: string | null;
}
