import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { readInteger } from "../../components/NumberField";
import { SelectField } from "../../components/SelectField";
import { GamePage, type StartPage } from "../../components/start/GamePage";
import { Sheet, SizeChoice, SizeForm } from "../../components/start/Sheet";
import { OpponentChoice, startSeats, useOpponents } from "../../components/two/Opponents";
import { writeSeats } from "../../components/two/seats";
import { LIMITS } from "../../generated/factorgame";
import { num, t } from "../../lib/i18n";
import { type Route, useRoute } from "../../lib/router";
import { RulesText } from "./RulesText";
import { Table } from "./Table";
import { QUICK } from "./worth";
import "./factorgame.css";

const SIZES = [12, 20, 30, 49, 60].filter((n) => n <= QUICK);
const USUAL = 30;

const chosen = ({ query }: Route): number => readInteger(query.get("n") ?? "", 2, LIMITS.board) ?? USUAL;

function Choices({ settings }: { settings: ComponentChildren }): JSX.Element {
  const route = useRoute();
  const [rule, setRule] = useState("");
  const opponents = useOpponents(route.query, "greedy", (choice) => t(`factor.about.${choice}`));
  return (
    <Sheet
      settings={settings}
      game="factorgame"
      rules={
        <>
          <RulesText passing={rule !== ""} />
          <p>{t("factor.rules.example")}</p>
        </>
      }
    >
      <SizeForm n={chosen(route)} low={2} high={LIMITS.board} path={(n) => `/factorgame:${n}${rule}${opponents.query}`}>
        {(n) => (
          <>
            {n !== null && n > QUICK && <p class="muted">{t("factor.start.large", { most: num(QUICK) })}</p>}
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
          </>
        )}
      </SizeForm>
    </Sheet>
  );
}

const start: StartPage = {
  Table,
  board: (route, seed) => ({
    id: `factorgame:${chosen(route)}`,
    query: writeSeats(startSeats(route.query, "greedy", seed)),
  }),
  Choose: () => (
    <>
      <SizeChoice sizes={SIZES} n={chosen(useRoute())} />
      <OpponentChoice usual="greedy" />
    </>
  ),
  Sheet: Choices,
};

/** The main page of the factor game. */
export const FactorGame = ({ route }: { route: Route }): JSX.Element => <GamePage route={route} start={start} />;
