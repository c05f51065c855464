/** What a game brings along for the pages. */
import type { ComponentType, JSX } from "preact";
import type { OwnGame } from "../lib/games";
import type { TextKey } from "../lib/i18n";
import type { Loader } from "../lib/lazy";
import type { Route } from "../lib/router";
import type { LabPages } from "./lab/pictures";
import type { LessonPages } from "./learn/model";
import type { ProofPages } from "./proof/model";
import type { SheetPages } from "./worksheets/model";

/** A page, which is loaded when its address is asked for. */
export type PageLoader = Loader<ComponentType<{ route: Route }>>;

/** A page that is of use in a lesson, with its name. */
export interface Material {
  href: string;
  text: TextKey;
}

/** What a folder of pages/ offers; a game without one is shown on the plain page.  All but what the home page has of it is loaded when asked for. */
export interface GamePages extends OwnGame {
  /** By path below "/", without the position: the game's own name, and further pages of it. */
  pages: Readonly<Record<string, PageLoader>>;
  /** Its picture on the home page, and a few words. */
  Emblem: () => JSX.Element;
  line: TextKey;
  /** A small game to be played on the home page itself. */
  Live?: () => JSX.Element | null;
  /** A proof that the home page shows to those who want one: of the numbers 1 to n. */
  proven?: { position: string; n: number; best: number };
  /** How its pieces look at a glance, where they are neither tiles nor cards. */
  pieces?: (numbers: readonly number[]) => (text: string) => JSX.Element;
  /** Its exercises on paper. */
  sheet: Loader<SheetPages>;
  /** Its part in the lab. */
  lab: Loader<LabPages>;
  /** How its guided positions are played. */
  lessons: Loader<LessonPages>;
  /** What a teacher can use beside them. */
  material: Loader<readonly Material[]>;
  /** What its proofs say, in words. */
  proof: Loader<ProofPages>;
  /** The file of the checker in C of its certificates, if there is one. */
  checker?: string;
}
