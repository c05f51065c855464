/** The parts that a game declares for the pages. */
import type { ComponentType, JSX } from "preact";
import type { Switch } from "../lib/classroom";
import type { OwnGame } from "../lib/games";
import type { TextKey } from "../lib/i18n";
import type { Loader } from "../lib/lazy";
import type { Route } from "../lib/router";
import type { LabPages } from "./lab/pictures";
import type { LessonPages } from "./learn/model";
import type { ProofPages } from "./proof/model";
import type { SheetPages } from "./worksheets/model";

/** A page, loaded when its address is opened. */
export type PageLoader = Loader<ComponentType<{ route: Route }>>;

/** A page for use in a lesson, with its name. */
export interface Link {
  href: string;
  text: TextKey;
}

/** A step of a lesson; its text is one of the game's, by its number. */
interface Step {
  minutes: number;
  links?: readonly Link[];
}

/** The lessons with a game. */
export interface Material {
  /** The age of the youngest pupils. */
  age: number;
  /** The steps of each lesson of 45 minutes. */
  lessons: readonly (readonly Step[])[];
  /** Titles of the guided positions, in order. */
  positions: readonly TextKey[];
  /** Paths of boards for a whole class. */
  boards: readonly string[];
  /** The board of the lessons, which is one of them. */
  board: string;
  /** Switches of a link for a class that matter in this game. */
  switches: readonly Switch[];
  /** Further pages for lessons. */
  more: readonly Link[];
}

/**
 * The exports of a folder of pages/; a game without a folder is shown on the plain page. Everything that the home page
 * does not need is loaded on request.
 */
export interface GamePages extends OwnGame {
  /** Pages by their path below "/", without the position: the game's own name, and further pages. */
  pages: Readonly<Record<string, PageLoader>>;
  /** The picture and a few words for the home page. */
  Emblem: () => JSX.Element;
  line: TextKey;
  /** A small game that can be played on the home page itself. */
  Live?: () => JSX.Element | null;
  /** A proof to link on the home page: for the numbers 1 to n. */
  proven?: { position: string; n: number; best: number };
  /** Small pictures of its pieces, if they are neither tiles nor cards. */
  pieces?: (numbers: readonly number[]) => (text: string) => JSX.Element;
  /** The worksheets. */
  sheet: Loader<SheetPages>;
  /** The part of the lab. */
  lab: Loader<LabPages>;
  /** The boards of its guided positions. */
  lessons: Loader<LessonPages>;
  /** The lessons with it, for teachers. */
  material: Loader<Material>;
  /** The words for its proofs. */
  proof: Loader<ProofPages>;
  /** The file of its certificate checker in C, if there is one. */
  checker?: string;
}
