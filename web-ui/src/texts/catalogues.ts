/** Derives the type of the texts from the English catalogue, which every other language translates. */

import type after from "./en/after.json";
import type classroom from "./en/classroom.json";
import type coins from "./en/coins.json";
import type common from "./en/common.json";
import type daily from "./en/daily.json";
import type factor from "./en/factor.json";
import type home from "./en/home.json";
import type lab from "./en/lab.json";
import type learn from "./en/learn.json";
import type match from "./en/match.json";
import type odds from "./en/odds.json";
import type plain from "./en/plain.json";
import type profile from "./en/profile.json";
import type proof from "./en/proof.json";
import type pursuit from "./en/pursuit.json";
import type site from "./en/site.json";
import type taxman from "./en/taxman.json";
import type teach from "./en/teach.json";
import type tiles from "./en/tiles.json";
import type triangle from "./en/triangle.json";
import type two from "./en/two.json";
import type worksheets from "./en/worksheets.json";

type Parts = [
  typeof after,
  typeof classroom,
  typeof coins,
  typeof common,
  typeof daily,
  typeof factor,
  typeof home,
  typeof lab,
  typeof learn,
  typeof match,
  typeof odds,
  typeof plain,
  typeof profile,
  typeof proof,
  typeof pursuit,
  typeof site,
  typeof taxman,
  typeof teach,
  typeof tiles,
  typeof triangle,
  typeof two,
  typeof worksheets,
];
type All<T> = T extends readonly [infer First, ...infer Rest] ? First & All<Rest> : unknown;

/** The English catalogue, which has the same keys as the catalogues of all other languages. */
export type En = { [K in keyof All<Parts>]: All<Parts>[K] };
