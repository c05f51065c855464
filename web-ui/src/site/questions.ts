/** The most likely questions of the lab and the worksheets. `perfectplay site` prepares their answers. */
import { games as labs } from "game-labs";
import { games } from "game-sheets";
import { apiUrl } from "../lib/api";
import { given, type PictureKind, parameters, type Values } from "../pages/lab/pictures";
import { LEVELS, question, type SheetPages, wanted } from "../pages/worksheets/model";

/** Yield the values of the default picture, of the examples, and of the default picture with one choice changed. */
function* choices(kind: PictureKind): Generator<Values> {
  yield {};
  yield* kind.examples.filter(({ long }) => !long).map(({ values }) => values);
  for (const field of kind.fields) {
    if (field.kind === "choice") {
      yield* field.options.filter(({ long }) => !long).map(({ value }) => ({ [field.name]: value }));
    } else if (field.kind === "some") {
      const usual = field.fallback.split(",");
      for (const { value } of field.options) {
        const some = field.options.map((one) => one.value).filter((one) => usual.includes(one) !== (one === value));
        yield { [field.name]: some.join(",") };
      }
    }
  }
}

/** Return every combination of one value from each list. */
const combined = (lists: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  lists.reduce<readonly (readonly string[])[]>(
    (before, list) => before.flatMap((some) => list.map((value) => [...some, value])),
    [[]],
  );

/** Return the address of the first worksheet of each kind. */
function sheets(name: string, sheet: SheetPages): readonly string[] {
  const kinds = combined([LEVELS, ...sheet.choices.map(({ options }) => options.map(({ value }) => value))]);
  return kinds.map(([level = "", ...chosen]) => {
    const query = new URLSearchParams(sheet.choices.map((choice, at) => [choice.name, chosen[at] ?? ""]));
    query.set("level", level);
    const want = wanted(query, [{ name, sheet }]);
    return want === null ? "" : apiUrl("/lab/worksheet", question(want));
  });
}

/** Return a list of addresses for each file of answers: a picture and its numbers, or the worksheets of a game. */
export function questions(): readonly (readonly string[])[] {
  const lists = new Map<string, readonly string[]>();
  for (const { pictures } of Object.values(labs)) {
    // Skip pictures with an address outside the lab: their answers are prepared elsewhere.
    for (const kind of pictures.filter(({ svg }) => svg.startsWith("/lab/"))) {
      for (const values of choices(kind)) {
        const params = parameters(kind, given(kind, new URLSearchParams(values)));
        const paths = [kind.work, kind.svg, kind.csv].filter((path) => path !== null);
        lists.set(
          apiUrl(kind.svg, params),
          paths.map((path) => apiUrl(path, params)),
        );
      }
    }
  }
  for (const [name, sheet] of Object.entries(games)) {
    lists.set(name, [...new Set(sheets(name, sheet))]);
  }
  return [...lists.values()];
}
