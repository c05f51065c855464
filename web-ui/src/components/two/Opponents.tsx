import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type TextKey, t } from "../../lib/i18n";
import { SelectField } from "../SelectField";
import { newSeed, type OpponentName, opponentName, type Seats, writeSeats } from "./seats";
import "./two.css";

const NOISES = ["1/10", "1/4", "1/2"] as const;
const LABELS: Readonly<Record<OpponentName | "two", TextKey>> = {
  perfect: "two.label.perfect",
  greedy: "two.label.greedy",
  random: "two.label.random",
  noisy: "two.label.noisy",
  two: "two.label.two",
};
const CHOICES = ["greedy", "noisy", "random", "perfect", "two"] as const;
export type Choice = (typeof CHOICES)[number];

/** Who plays, and who begins: what is chosen, and how. */
export interface Opponents {
  /** The query that seats them, with "?" if there is one. */
  query: string;
  fields: JSX.Element;
}

/** Chooses whom one plays against. */
export function useOpponents(
  given: Seats,
  /** Who is chosen unless the address says it. */
  usual: Choice,
  /** What those do whose ways depend on the game. */
  about: Readonly<Record<"greedy" | "random", TextKey>>,
): Opponents {
  const [choice, setChoice] = useState<Choice>(() =>
    given.opponent === null ? usual : (opponentName(given.opponent) ?? "greedy"),
  );
  const [noise, setNoise] = useState<string>(given.opponent?.split(":")[1] ?? NOISES[0]);
  const [first, setFirst] = useState(given.me === 1 ? "them" : "me");
  const [seed] = useState(newSeed);
  const opponent = choice === "two" ? null : choice === "noisy" ? `noisy:${noise}` : choice;
  const descriptions: Readonly<Record<Choice, TextKey>> = {
    perfect: "two.about.perfect",
    noisy: "two.about.noisy",
    two: "two.about.two",
    ...about,
  };
  const fields = (
    <div class="two-players">
      <SelectField
        label={t("two.opponent")}
        value={choice}
        options={CHOICES.map((value) => ({ value, label: t(LABELS[value]) }))}
        onInput={(value) => setChoice(CHOICES.find((one) => one === value) ?? "greedy")}
        hint={t(descriptions[choice])}
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
  const query = writeSeats({ opponent, me: opponent === null ? null : first === "them" ? 1 : 0, seed });
  return { query, fields };
}
