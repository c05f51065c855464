/** Deals the next game with the chosen settings. */
import { useWork } from "../../components/work";
import type { PursuitDealt } from "../../generated/api";
import { stream } from "../../lib/questions";
import { navigate, positionPath } from "../../lib/router";
import { beginRound } from "./rounds";
import { rulesText, settings } from "./settings";

/** Start a dealt game and its clock. */
function begin({ position, target }: PursuitDealt): void {
  beginRound(position, target, settings.get().clock, true);
  navigate(positionPath(position));
}

/** Return a function that deals games, and its state while it searches for a game of the wanted difficulty. */
export function useDealing(onDealt: (dealt: PursuitDealt) => void = begin) {
  const { run, ...state } = useWork();
  const deal = (): void => {
    const { deck, difficulty, large, rules } = settings.get();
    const params = { deck, difficulty, large, rules: rulesText(rules) || null };
    run((signal, onProgress) => stream<PursuitDealt>("/pursuit/deal", params, { signal, onProgress }), onDealt);
  };
  return { deal, ...state };
}
