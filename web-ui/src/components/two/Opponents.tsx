import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../lib/i18n";
import { setQuery, useRoute } from "../../lib/router";
import { BY_LINK } from "../../lib/sending";
import { SelectField } from "../SelectField";
import { newSeed, opponentName, readSeats, type Seats, writeSeats } from "./seats";
import "./two.css";

const NOISES = ["1/10", "1/4", "1/2"] as const;
const CHOICES = ["greedy", "noisy", "random", "perfect", "two", BY_LINK] as const;
export type Choice = (typeof CHOICES)[number];

const OPTIONS = (): { value: string; label: string }[] =>
  CHOICES.map((value) => ({ value, label: t(`two.label.${value}`) }));

/** Return the opponent that the query of a start page names, or the default opponent. */
function choiceOf(query: URLSearchParams, usual: Choice): Choice {
  const { opponent } = readSeats(query);
  return opponent === null
    ? usual
    : opponent === "two" || opponent === BY_LINK
      ? opponent
      : (opponentName(opponent) ?? "greedy");
}

/** Return the players on the board of a start page, where the reader always begins. */
export function startSeats(query: URLSearchParams, usual: Choice, seed: number): Seats {
  const choice = choiceOf(query, usual);
  return choice === "two"
    ? { opponent: null, me: null, seed }
    : { opponent: choice === "noisy" ? (readSeats(query).opponent ?? NOISES[0]) : choice, me: 0, seed };
}

/** A list to choose the opponent on a start page. */
export function OpponentChoice({ usual }: { usual: Choice }): JSX.Element {
  return (
    <SelectField
      label={t("two.opponent")}
      hideLabel
      value={choiceOf(useRoute().query, usual)}
      options={OPTIONS()}
      onInput={(value) => setQuery({ vs: value === "noisy" ? `noisy:${NOISES[0]}` : value })}
    />
  );
}

/** Return fields to choose the opponent and the player who begins, and the query for the choice, with "?" if any. */
export function useOpponents(
  query: URLSearchParams,
  /** The default opponent. */
  usual: Choice,
  /** Describe the opponents whose play depends on the game. */
  own: (choice: "greedy" | "random") => string,
): { query: string; fields: JSX.Element } {
  const given = readSeats(query);
  const [choice, setChoice] = useState(() => choiceOf(query, usual));
  const [noise, setNoise] = useState<string>(given.opponent?.split(":")[1] ?? NOISES[0]);
  const [first, setFirst] = useState(given.me === 1 ? "them" : "me");
  const [seed] = useState(newSeed);
  const opponent = choice === "two" ? null : choice === "noisy" ? `noisy:${noise}` : choice;
  const about = choice === "greedy" || choice === "random" ? own(choice) : t(`two.about.${choice}`);
  const fields = (
    <div class="columns" style={{ "--least": "12rem" }}>
      <SelectField
        label={t("two.opponent")}
        value={choice}
        options={OPTIONS()}
        onInput={(value) => setChoice(CHOICES.find((one) => one === value) ?? "greedy")}
        hint={about}
      />
      {choice === "noisy" && (
        <SelectField
          label={t("two.noise")}
          value={noise}
          options={[...new Set([...NOISES, noise])].map((value) => ({ value, label: value }))}
          onInput={setNoise}
        />
      )}
      {choice !== "two" && (
        <SelectField
          label={t("two.first")}
          value={first}
          options={[
            { value: "me", label: t("two.first.me") },
            { value: "them", label: t("two.first.them") },
          ]}
          onInput={setFirst}
        />
      )}
    </div>
  );
  const me = opponent === null ? null : first === "them" ? 1 : 0;
  return { query: writeSeats({ opponent, me, seed }), fields };
}
