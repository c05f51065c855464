/** What texts there are: those of English, of which every other language has a translation. */
import type api from "./en/api.json";
import type coins from "./en/coins.json";
import type common from "./en/common.json";
import type home from "./en/home.json";
import type lab from "./en/lab.json";
import type odds from "./en/odds.json";
import type plain from "./en/plain.json";
import type pursuit from "./en/pursuit.json";
import type taxman from "./en/taxman.json";
import type worksheets from "./en/worksheets.json";

type Parts = [
  typeof api,
  typeof coins,
  typeof common,
  typeof home,
  typeof lab,
  typeof odds,
  typeof plain,
  typeof pursuit,
  typeof taxman,
  typeof worksheets,
];
type All<T> = T extends readonly [infer First, ...infer Rest] ? First & All<Rest> : unknown;

/** The English catalogue: its keys are the keys there are. */
export type En = { [K in keyof All<Parts>]: All<Parts>[K] };
