import type { JSX } from "preact";
import { Button } from "../../components/Button";
import { SelectField } from "../../components/SelectField";
import { TextField } from "../../components/TextField";
import type { Exact } from "../../generated/api";
import { LIMITS } from "../../generated/coins";
import { t } from "../../lib/i18n";
import { useRoving } from "../../lib/roving";
import { Coin, type Look, metals } from "./Coin";
import { changed, idWord, KINDS, type Line, problemOf, words } from "./model";

/** Maximum number of rows that fit on a screen. */
const MAX_LINES = 6;

/** Describe what is wrong with a row. */
function complaint(line: Line): string | null {
  const problem = problemOf(line);
  if (problem === null) {
    return null;
  }
  return problem.key === "coins.edit.empty"
    ? t(problem.key)
    : t(problem.key, { word: problem.word, number: problem.number, most: LIMITS.characters });
}

/** An editor in which readers enter rows, either as text or coin by coin. */
export function Editor(props: {
  lines: readonly Line[];
  /** Set once the reader has tried to start a game: from then on, empty rows are reported as well. */
  tried: boolean;
  onChange: (lines: readonly Line[]) => void;
}): JSX.Element {
  const { lines, onChange } = props;
  const replace = (at: number, line: Line): void => onChange(lines.map((old, index) => (index === at ? line : old)));
  return (
    <>
      {lines.map((line, at) => (
        <LineEditor
          key={at}
          line={line}
          name={lines.length > 1 ? t("coins.edit.number", { number: at + 1 }) : t("coins.edit.coins")}
          tried={props.tried}
          onChange={(next) => replace(at, next)}
          {...(lines.length > 1 && { onRemove: () => onChange(lines.filter((_, index) => index !== at)) })}
        />
      ))}
      {lines.length < MAX_LINES && (
        <p>
          <Button
            icon="new"
            text={t("coins.edit.addRow")}
            look="quiet"
            onClick={() => onChange([...lines, { kind: "row", text: "1 2 3" }])}
          />
        </p>
      )}
    </>
  );
}

function LineEditor(props: {
  line: Line;
  name: string;
  tried: boolean;
  onChange: (line: Line) => void;
  onRemove?: () => void;
}): JSX.Element {
  const { line, name, onChange, onRemove } = props;
  const all = words(line.text);
  const roving = useRoving(all.length);
  const chosen = roving.index;
  const word = all[chosen];
  const problem = complaint(line);
  const write = (next: readonly string[], focus?: number): void => {
    onChange({ ...line, text: next.join(" ") });
    if (focus !== undefined) {
      roving.setIndex(focus);
    }
  };
  const step = (by: 1 | -1): void => write(all.map((old, at) => (at === chosen ? changed(old, by) : old)));
  const insert = (): void => {
    if (all.length < LIMITS.coins) {
      write([...all.slice(0, chosen + 1), word ?? "1", ...all.slice(chosen + 1)], all.length ? chosen + 1 : 0);
    }
  };
  const remove = (): void => {
    if (all.length > 1) {
      write(
        all.filter((_, at) => at !== chosen),
        Math.max(0, chosen - 1),
      );
    }
  };
  const move = (by: 1 | -1): void => {
    const to = chosen + by;
    const other = all[to];
    if (word !== undefined && other !== undefined) {
      write(
        all.map((old, at) => (at === chosen ? other : at === to ? word : old)),
        to,
      );
    }
  };
  const keys: Readonly<Record<string, () => void>> = {
    "+": () => step(1),
    "-": () => step(-1),
    Delete: remove,
    Insert: insert,
  };
  const look = metals(all.flatMap((one) => idWord(one) ?? []).map((one) => one.replace("_", "/")));
  const button = (label: string, text: string, off: boolean, run: () => void): JSX.Element => (
    <Button text={text} label={label} title={label} off={off} onClick={run} />
  );
  return (
    <fieldset class="stack">
      <legend class="visually-hidden">{name}</legend>
      <div class="columns" style={{ "--least": "12rem" }}>
        <TextField
          label={name}
          value={line.text}
          onInput={(text) => onChange({ ...line, text })}
          hint={t("coins.edit.hint")}
          error={all.length || props.tried ? problem : null}
        />
        <SelectField
          label={t("coins.edit.kind")}
          value={line.kind}
          options={KINDS.map((kind) => ({ value: kind, label: t(`coins.edit.${kind}`) }))}
          onInput={(value) => onChange({ ...line, kind: KINDS.find((kind) => kind === value) ?? "row" })}
        />
      </div>
      <div
        class="coins-chosen row"
        role="group"
        aria-label={t("coins.edit.choose")}
        {...roving.container}
        onKeyDown={(event) => {
          keys[event.key]?.();
          roving.container.onKeyDown(event);
        }}
      >
        {all.slice(0, LIMITS.coins).map((one, at) => (
          <button
            type="button"
            key={at}
            class="coins-pick centred"
            aria-pressed={at === chosen}
            aria-label={t("coins.edit.coin", { coin: one, number: at + 1 })}
            {...roving.item(at)}
            onClick={() => roving.setIndex(at)}
          >
            {shown(one, look)}
          </button>
        ))}
      </div>
      <div class="row" role="group" aria-label={t("coins.edit.change", { coin: word ?? "" })}>
        {button(t("coins.edit.less"), "−1", word === undefined, () => step(-1))}
        {button(t("coins.edit.more"), "+1", word === undefined, () => step(1))}
        {button(t("coins.edit.moveLeft"), "←", chosen === 0, () => move(-1))}
        {button(t("coins.edit.moveRight"), "→", chosen >= all.length - 1, () => move(1))}
        {button(t("coins.edit.insert"), t("coins.edit.insertShort"), all.length >= LIMITS.coins, insert)}
        {button(t("coins.edit.remove"), t("coins.edit.removeShort"), all.length <= 1, remove)}
        {onRemove && <Button text={t("coins.edit.removeRow")} look="quiet" onClick={onRemove} />}
      </div>
    </fieldset>
  );
}

/** Draw a word as a coin, or as plain text if the word is not a valid coin. */
function shown(word: string, look: (value: Exact) => Look): JSX.Element {
  const written = idWord(word);
  return written === null ? (
    <span class="coins-bad toned bad bold anywhere">{word}</span>
  ) : (
    <Coin value={written.replace("_", "/")} look={look} small />
  );
}
