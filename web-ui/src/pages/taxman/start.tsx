import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ErrorNote } from "../../components/ErrorNote";
import { readInteger } from "../../components/NumberField";
import { GamePage, type StartPage } from "../../components/start/GamePage";
import { useOpening } from "../../components/start/opening";
import { PlayButton, PlayForm, Sheet, SizeChoice, SizeForm } from "../../components/start/Sheet";
import { TextField } from "../../components/TextField";
import { LIMITS } from "../../generated/taxman";
import { t } from "../../lib/i18n";
import { SITE } from "../../lib/place";
import { navigate, positionPath, type Route, useRoute } from "../../lib/router";
import { read } from "./describe";
import { Game } from "./Game";
import { RulesText } from "./RulesText";
import "./taxman.css";

/** Sizes of pots to choose from. Without a server, 1000 is missing, since the browser only analyses pots up to 300. */
const SIZES = SITE ? [10, 20, 30, 50, 100, 300] : [10, 20, 30, 50, 100, 300, 1000];
const USUAL = 20;

const chosen = ({ query }: Route): number => readInteger(query.get("n") ?? "", 1, LIMITS.pot) ?? USUAL;

/** A pot of numbers that the player chooses one by one. */
function OwnPot(): JSX.Element {
  const [pot, setPot] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const opening = useOpening();
  const play = (): void => {
    const numbers = pot.split(/[\s,;.]+/).filter((part) => part !== "");
    const bad = numbers.find((part) => !/^\d+$/.test(part));
    if (bad !== undefined || numbers.length === 0) {
      setWrong(bad === undefined ? t("taxman.start.potEmpty") : t("taxman.start.potWrong", { text: bad }));
      return;
    }
    const id = `taxman:pot.${numbers.map((part) => part.replace(/^0+(?=\d)/, "")).join(".")}`;
    const position = read(id);
    if (position === null) {
      void opening.open(id);
    } else {
      navigate(positionPath(position.id));
    }
  };
  return (
    <PlayForm title="taxman.start.own" onPlay={play}>
      <TextField
        label={t("taxman.start.pot")}
        value={pot}
        onInput={(text) => {
          setPot(text);
          setWrong(null);
          opening.dismiss();
        }}
        hint={t("taxman.start.potHint")}
        placeholder="2, 3, 6, 8, 12, 24"
        error={wrong}
      />
      {opening.error && <ErrorNote error={opening.error} />}
      <p>
        <PlayButton />
      </p>
    </PlayForm>
  );
}

const start: StartPage = {
  Table: Game,
  board: (route) => ({ id: `taxman:${chosen(route)}`, query: "" }),
  Choose: () => <SizeChoice sizes={SIZES} n={chosen(useRoute())} />,
  Sheet: ({ settings }) => (
    <Sheet settings={settings} game="taxman" rules={<RulesText />}>
      <SizeForm n={chosen(useRoute())} low={1} high={LIMITS.pot} path={(n) => `/taxman:${n}`} />
      <OwnPot />
    </Sheet>
  ),
};

/** The main page of Taxman. */
export const Taxman = ({ route }: { route: Route }): JSX.Element => <GamePage route={route} start={start} />;
