/** All texts: a language is one file.  English is what the others fall back to. */
import de from "./de.json";
import en from "./en.json";

/** The English catalogue: its keys are the keys there are. */
export type En = typeof en;
export type Language = "en" | "de";

/** A language may lack texts while it is being written. */
export const catalogues: Readonly<{ en: En } & Record<Language, Partial<En>>> = { en, de };
