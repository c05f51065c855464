/** All texts. A language is a file for each page; English is what the others fall back to. */
import coinsDe from "./coins.de.json";
import homeDe from "./home.de.json";
import labDe from "./lab.de.json";
import oddsDe from "./odds.de.json";
import pursuitDe from "./pursuit.de.json";
import shellDe from "./shell.de.json";
import taxmanDe from "./taxman.de.json";
import worksheetsDe from "./worksheets.de.json";
import coinsEn from "./coins.en.json";
import homeEn from "./home.en.json";
import labEn from "./lab.en.json";
import oddsEn from "./odds.en.json";
import pursuitEn from "./pursuit.en.json";
import shellEn from "./shell.en.json";
import taxmanEn from "./taxman.en.json";
import worksheetsEn from "./worksheets.en.json";

const en = {
  ...shellEn,
  ...homeEn,
  ...taxmanEn,
  ...coinsEn,
  ...pursuitEn,
  ...oddsEn,
  ...labEn,
  ...worksheetsEn,
};

const de = {
  ...shellDe,
  ...homeDe,
  ...taxmanDe,
  ...coinsDe,
  ...pursuitDe,
  ...oddsDe,
  ...labDe,
  ...worksheetsDe,
};

/** The English catalogue: its keys are the keys there are. */
export type En = typeof en;
export type Language = "en" | "de";

/** A language may lack texts while it is being written. */
export const catalogues: Readonly<{ en: En } & Record<Language, Partial<En>>> = { en, de };
