/** Answers that the kernels find. */
import type { Answers } from "../../answers/declaration";

export const answers: Answers = {};
