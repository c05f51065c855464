/** The game that was played last, so that it can be gone on with: its id, kept in this browser. */
export const LAST = "taxman.last";
