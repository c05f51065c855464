import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { num, type TextKey, t } from "../../lib/i18n";
import { navigate, setQuery } from "../../lib/router";
import { Icon } from "../Icon";
import { NumberField, readInteger } from "../NumberField";
import { SelectField } from "../SelectField";

/** All settings of a game, its rules, and links to its other pages. */
export function Sheet(props: {
  game: string;
  settings: ComponentChildren;
  rules: ComponentChildren;
  links?: readonly { href: string; text: TextKey }[];
  children: ComponentChildren;
}): JSX.Element {
  const links = [...(props.links ?? []), { href: `/${props.game}/levels`, text: "after.levels.link" } as const];
  return (
    <>
      {props.children}
      {props.settings && <div class="stack start-part">{props.settings}</div>}
      <details class="start-part">
        <summary>{t("start.rules")}</summary>
        <div class="stack">{props.rules}</div>
      </details>
      <ul class="start-part row wide">
        {links.map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{t(text)}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The button that starts the chosen game. */
export function PlayButton({ off }: { off?: boolean }): JSX.Element {
  return (
    <button type="submit" class="button primary" aria-disabled={off}>
      <Icon name="play" />
      {t("common.play")}
    </button>
  );
}

/** A form on the sheet that starts a game. */
export function PlayForm(props: { title?: TextKey; onPlay: () => void; children: ComponentChildren }): JSX.Element {
  return (
    <form
      class="stack start-part"
      onSubmit={(event) => {
        event.preventDefault();
        props.onPlay();
      }}
    >
      {props.title && <h3>{t(props.title)}</h3>}
      {props.children}
    </form>
  );
}

/** Buttons for the usual largest numbers N of a board from 1 to N. */
export function SizeChoice({ sizes, n }: { sizes: readonly number[]; n: number }): JSX.Element {
  const all = [...new Set([...sizes, n])].sort((a, b) => a - b);
  return (
    <SelectField
      label={t("tiles.n")}
      hideLabel
      value={String(n)}
      options={all.map((many) => ({ value: String(many), label: t("tiles.upTo", { n: num(many) }) }))}
      onInput={(value) => setQuery({ n: value })}
    />
  );
}

/** A form for a board with any largest number N, and for its other settings. */
export function SizeForm(props: {
  n: number;
  low: number;
  high: number;
  path: (n: number) => string;
  children?: (n: number | null) => ComponentChildren;
}): JSX.Element {
  const { low, high } = props;
  const [text, setText] = useState(String(props.n));
  const n = readInteger(text, low, high);
  return (
    <PlayForm onPlay={() => n !== null && navigate(props.path(n))}>
      <NumberField label={t("tiles.n")} value={text} onInput={setText} low={low} high={high} />
      {props.children?.(n)}
      <p>
        <PlayButton off={n === null} />
      </p>
    </PlayForm>
  );
}
