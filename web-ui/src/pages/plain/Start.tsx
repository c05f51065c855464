import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ErrorNote } from "../../components/ErrorNote";
import { GoOn } from "../../components/GoOn";
import { Icon } from "../../components/Icon";
import { PageTitle } from "../../components/PageTitle";
import { useOpening } from "../../components/start/opening";
import { TextField } from "../../components/TextField";
import type { DeclaredAs } from "../../generated/api";
import { packageOf, sentence, tongue } from "../../lib/games";
import { t } from "../../lib/i18n";

/** A form to choose a start position. */
export function Start({ game }: { game: DeclaredAs }): JSX.Element {
  const [text, setText] = useState(game.example);
  const opening = useOpening();
  const start = (): void => void opening.open(withName(text.trim(), game.name));
  return (
    <>
      <PageTitle text={game.title} lead={sentence(game)} {...tongue(game)} />
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <TextField
          label={t("plain.start")}
          value={text}
          hint={t("plain.startHint", { example: game.example })}
          onInput={setText}
          onEnter={start}
        />
        {opening.error && <ErrorNote error={opening.error} onDismiss={opening.dismiss} />}
        <p>
          <button type="submit" class="button primary">
            <Icon name="play" />
            {t("home.plain.play")}
          </button>
        </p>
      </form>
      <GoOn game={game.name} heading="h2" />
      {packageOf(game) && <p class="muted">{packageOf(game)}</p>}
    </>
  );
}

/** Return an id that begins with the game's name, which may be missing from the text. */
function withName(text: string, name: string): string {
  return text.includes(":") ? text : `${name}:${text}`;
}
