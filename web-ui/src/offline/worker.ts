/** The part of their environment that both service workers use. */
export interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
export interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
export const worker = self as unknown as {
  readonly registration: { readonly scope: string };
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: string, listener: (event: never) => void): void;
};
