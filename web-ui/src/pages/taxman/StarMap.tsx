import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { SelectField } from "../../components/SelectField";
import { num, t } from "../../lib/i18n";
import { at, type Outcome, useProfile } from "../../lib/profile";
import "./starmap.css";

const BLOCK = 100;

type Kind = "perfect" | "win" | "played" | "none";
const KINDS: readonly Kind[] = ["perfect", "win", "played", "none"];
/** Marks with the same meaning as the colours, for readers who cannot tell the colours apart. */
const MARKS: Readonly<Record<Kind, string>> = { perfect: "★", win: "✓", played: "·", none: "" };

function kindOf(best: Outcome | undefined): Kind {
  return best === undefined ? "none" : best.perfect ? "perfect" : best.won ? "win" : "played";
}

/** A map that shows the player's best result in each pot 1 to N; a star means that no better score is possible. */
export function StarMap(): JSX.Element {
  const best = at(useProfile().best, "taxman") ?? {};
  const sizes = Object.keys(best)
    .filter((key) => /^\d+$/.test(key))
    .map(Number);
  const blocks = [...new Set([0, ...sizes.map((n) => Math.floor((n - 1) / BLOCK))])].sort((a, b) => a - b);
  const [block, setBlock] = useState(0);
  const first = block * BLOCK + 1;
  const numbers = Array.from({ length: BLOCK }, (_, i) => first + i);
  return (
    <div class="stack">
      {blocks.length > 1 && (
        <SelectField
          label={t("profile.map.pots")}
          value={String(block)}
          options={blocks.map((one) => ({
            value: String(one),
            label: t("profile.map.range", { from: num(one * BLOCK + 1), to: num((one + 1) * BLOCK) }),
          }))}
          onInput={(value) => setBlock(Number(value))}
        />
      )}
      <ol class="star-map" start={first}>
        {numbers.map((n) => {
          const result = at(best, String(n));
          const kind = kindOf(result);
          const words = t(`profile.map.${kind}`, {
            n: num(n),
            score: num(result?.score ?? ""),
            best: num(result?.best ?? "?"),
          });
          return (
            <li key={n}>
              <a class={`star-cell centred ${kind}`} href={`/taxman:${n}`} aria-label={words} title={words}>
                <span>{n}</span>
                <b aria-hidden="true">{MARKS[kind]}</b>
              </a>
            </li>
          );
        })}
      </ol>
      <ul class="star-legend row wide">
        {KINDS.map((kind) => (
          <li key={kind} class="row">
            <span class={`star-cell centred ${kind}`} aria-hidden="true">
              <b>{MARKS[kind]}</b>
            </span>
            {t(`profile.legend.${kind}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
