import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { GoOn } from "../../components/GoOn";
import { NumberField, readInteger } from "../../components/NumberField";
import { PageTitle } from "../../components/PageTitle";
import { SelectField } from "../../components/SelectField";
import { useOpponents } from "../../components/two/Opponents";
import { readSeats } from "../../components/two/seats";
import { LIMITS } from "../../generated/factorgame";
import { num, type TextKey, t } from "../../lib/i18n";
import { navigate, type Route } from "../../lib/router";
import { QUICK } from "./worth";

const SUGGESTED: readonly (readonly [number, TextKey])[] = [
  [12, "factor.start.n12"],
  [30, "factor.start.n30"],
  [49, "factor.start.n49"],
  [60, "factor.start.n60"],
];

/** Where a board and an opponent are chosen, and the rules are told. */
export function Start({ route }: { route: Route }): JSX.Element {
  const [n, setN] = useState("20");
  const [rule, setRule] = useState("");
  const opponents = useOpponents(readSeats(route.query), "greedy", {
    greedy: "factor.about.greedy",
    random: "factor.about.random",
  });
  const size = readInteger(n, 2, LIMITS.board);
  const path = (many: number): string => `/factorgame:${many}${rule}${opponents.query}`;
  return (
    <>
      <PageTitle text={t("factor.title")} lead={t("factor.lead")} />
      <div class="grid-2">
        <section class="card stack" aria-labelledby="factor-new">
          <h2 id="factor-new">{t("factor.choose")}</h2>
          <ul class="tiles-suggested factor-suggested">
            {SUGGESTED.filter(([many]) => many <= QUICK).map(([many, text]) => (
              <li key={many}>
                <a class={`button ${many === 30 ? "primary" : ""}`} href={path(many)}>
                  <span class="number">{t("tiles.upTo", { n: num(many) })}</span>
                  <small>{t(text)}</small>
                </a>
              </li>
            ))}
          </ul>
          {opponents.fields}
          <SelectField
            label={t("factor.rule")}
            value={rule}
            options={[
              { value: "", label: t("factor.rule.ours") },
              { value: "~pass", label: t("factor.rule.pass") },
            ]}
            onInput={setRule}
            hint={t("factor.rule.hint")}
          />
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (size !== null) {
                navigate(path(size));
              }
            }}
          >
            <h3>{t("factor.start.own")}</h3>
            <div class="tiles-choose">
              <NumberField label={t("tiles.n")} value={n} onInput={setN} low={2} high={LIMITS.board} />
              <button type="submit" class="button" aria-disabled={size === null}>
                {t("tiles.play")}
              </button>
            </div>
            {size !== null && size > QUICK && <p class="muted">{t("factor.start.large", { most: num(QUICK) })}</p>}
          </form>
          <p>
            <a href="/factorgame/levels">{t("after.levels.link")}</a>
          </p>
          <GoOn game="factorgame" />
        </section>
        <section class="card stack" aria-labelledby="factor-rules">
          <h2 id="factor-rules">{t("factor.rules")}</h2>
          <Rules passing={rule !== ""} />
          <p>{t("factor.rules.example")}</p>
        </section>
      </div>
    </>
  );
}

/** The rules in four sentences; `passing`: those of the classroom. */
export function Rules({ passing }: { passing: boolean }): JSX.Element {
  return (
    <ul class="factor-rules">
      <li>{t("factor.rules.take")}</li>
      <li>{t("factor.rules.give")}</li>
      <li>{t(passing ? "factor.rules.waste" : "factor.rules.legal")}</li>
      <li>{t("factor.rules.end")}</li>
    </ul>
  );
}
