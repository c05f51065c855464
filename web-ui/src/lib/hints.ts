/** Hints in three steps: an idea, where to look, and the move. */
import { useEffect, useState } from "preact/hooks";
import type { HintStep, Hints } from "../generated/api";
import { announce } from "./announce";
import type { Hints as Mode } from "./classroom";
import { list, num, t } from "./i18n";
import { useLive } from "./solver";
import { lookedUp } from "./wording";

const STEPS = ["idea", "area", "move"] as const;

export type HintWay = ReturnType<typeof useHints>;

/** Return the hints for a position. `mode` decides whether they have steps. */
export function useHints(id: string | null, mode: Mode) {
  const [way, setWay] = useState<{ id: string | null; asked: number }>({ id: null, asked: 0 });
  const asked = way.id === id ? way.asked : 0;
  const live = useLive<Hints>(id !== null && asked > 0 && mode === "steps" ? "/hint/steps" : null, { id });
  const told = (live.result?.steps ?? []).slice(0, asked);
  const latest = told.at(-1);
  // Leave out the move, which the board announces and shows itself.
  const said = latest && latest.step !== "move" ? clue(live.result?.game ?? "", latest).text : "";
  useEffect(() => announce(said), [id, said]);
  const wantsMove = asked >= (mode === "steps" ? STEPS.length : 1);
  const next = STEPS[Math.min(asked, STEPS.length - 1)] ?? "move";
  return {
    /** The number of steps that the player has asked for in this position. */
    asked,
    /** The steps that are shown. */
    told,
    live,
    /** Set if the player has asked for the move itself. */
    wantsMove,
    /** The label of the button; undefined if there are no hints. */
    label: mode === "steps" ? t(`after.hint.${next}`) : mode === "full" ? t("game.hint") : undefined,
    /** Ask for the next step. */
    ask: (): void => {
      if (live.error) {
        // Ask again for the same step: a failed step does not count.
        live.again();
      } else {
        setWay({ id, asked: asked + (live.running ? 0 : 1) });
      }
    },
  };
}

/** Return a step as a sentence: in the reader's language if the pages have a text for it, else in English. */
export function clue(game: string, step: HintStep): { text: string; lang?: string } {
  const [a = "", b = ""] = step.numbers.map((number) => num(number));
  const told = { a, b, moves: list(step.moves) };
  const said = (whose: string): string | null =>
    lookedUp(`after.clue.${whose}.${step.code}`, Number(step.numbers[0] ?? 0), told);
  // Use the general sentence if this game has none of its own.
  const text = said(game) ?? said("plain");
  return text === null ? { text: step.text, lang: "en" } : { text };
}
