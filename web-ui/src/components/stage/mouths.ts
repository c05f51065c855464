import type { Mouths } from "./Face";
import "./moods.css";

const OPEN = "M-19-5Q0 1 19-5Q18 15 0 15T-19-5Z";
/** The mouths that no face of the home page has before the first move. */
export const MOUTHS: Mouths = {
  plain: {
    greedy: [
      ["m", OPEN],
      ["w flat", "M-18-4Q0 2 18-4L17 2Q0 6-17 2Z"],
      ["t flat", "M-11 11Q0 3 11 11Q6 14 0 14T-11 11Z"],
    ],
    glad: [
      ["m", "M-13-3H13Q13 12 0 12T-13-3Z"],
      ["t flat", "M-8 9Q0 3 8 9Q5 11 0 11T-8 9Z"],
    ],
    sulking: [["line", "M-9 4q9-9 18 0"]],
    beaten: [["line", "M-12 3q4-6 8 0t8 0 8 0"]],
  },
  teeth: {
    glad: [
      ["m", "M-20-5Q4 4 27-11Q28 14 4 15Q-15 14-20-5Z"],
      ["w", "M-18-4l4 6 5-5 5 5.5 5-5.5 6 5 5-6.5 6 4 4-7"],
      ["t flat", "M-9 11Q6 3 19 8Q13 14 4 14T-9 11Z"],
    ],
    sulking: [
      ["line", "M-17 6Q4-8 24 2"],
      ["w", "M-5-.5l4 6 4-7"],
    ],
    beaten: [
      ["line", "M-18 4q6-8 11-1t11-2 11-2 9 0"],
      ["w", "M3 1l3 5 4-6"],
    ],
  },
  // A beak only opens and closes: the eyes show the mood.
  beak: [
    ["low o", "M-8 4Q0 0 8 4Q6 15 0 16Q-6 15-8 4Z"],
    ["up o", "M0-7Q12-3 13 4Q6 8 0 8T-13 4Q-12-3 0-7Z"],
  ],
};
