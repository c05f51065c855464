/** Types of the parts that a game declares for the pages. */
import type { ComponentType, JSX } from "preact";
import type { Switch } from "../lib/classroom";
import type { OwnGame } from "../lib/games";
import type { TextKey } from "../lib/i18n";
import type { Loader } from "../lib/lazy";
import type { Route } from "../lib/router";
import type { LessonPages } from "./learn/model";

/** A loader of a page, called when the page's URL is opened. */
export type PageLoader = Loader<ComponentType<{ route: Route }>>;

/** A link to a page that a lesson uses. */
export interface Link {
  href: string;
  text: TextKey;
}

/** A step of a lesson. Its text is looked up among the game's texts by the number of the step. */
interface Step {
  minutes: number;
  links?: readonly Link[];
}

/** The lesson plans for a game. */
export interface Material {
  /** The minimum age of the pupils. */
  age: number;
  /** The steps of each lesson; a lesson takes 45 minutes. */
  lessons: readonly (readonly Step[])[];
  /** Titles of the guided positions, in order. */
  positions: readonly TextKey[];
  /** Paths of boards that suit a whole class. */
  boards: readonly string[];
  /** The path of the board that the lessons use; one of `boards`. */
  board: string;
  /** The switches of a teacher's link that have an effect in this game. */
  switches: readonly Switch[];
  /** Links to further pages that lessons can use. */
  more: readonly Link[];
}

/**
 * A game with a folder in pages/; any other game is shown on the plain page. The parts that the home page does not need
 * are loaded on request.
 */
export interface GamePages extends OwnGame {
  /** Pages by path. A path omits the leading "/" and the position; the path of the main page is the game's name. */
  pages: Readonly<Record<string, PageLoader>>;
  /** The picture and the short description for the home page. */
  Emblem: () => JSX.Element;
  line: TextKey;
  /** A small game that can be played on the home page itself. */
  Live?: () => JSX.Element | null;
  /** A proof about the numbers 1 to `n` that the home page links to. */
  proven?: { position: string; n: number; best: number };
  /** The components for the game's guided positions. */
  lessons: Loader<LessonPages>;
  /** The file of the game's certificate checker in C, if there is one. */
  checker?: string;
}
