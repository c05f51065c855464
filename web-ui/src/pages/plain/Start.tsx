import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ErrorNote } from "../../components/ErrorNote";
import { GoOn } from "../../components/GoOn";
import { Icon } from "../../components/Icon";
import { PageTitle } from "../../components/PageTitle";
import { TextField } from "../../components/TextField";
import type { DeclaredAs, Described } from "../../generated/api";
import { ApiError, get } from "../../lib/api";
import { packageOf, sentence, tongue } from "../../lib/games";
import { t } from "../../lib/i18n";
import { navigate, positionPath } from "../../lib/router";
import { useMounted } from "../../lib/store";

/** Where a position to start from is chosen. */
export function Start({ game }: { game: DeclaredAs }): JSX.Element {
  const [text, setText] = useState(game.example);
  const [error, setError] = useState<ApiError | null>(null);
  const mounted = useMounted();
  const start = async (): Promise<void> => {
    setError(null);
    try {
      // The server knows the rules; what it refuses is shown here, where it can be mended.
      const { id } = await get<Described>("/position", { id: withName(text.trim(), game.name) });
      if (mounted()) {
        navigate(positionPath(id));
      }
    } catch (problem) {
      if (!(problem instanceof ApiError)) {
        throw problem;
      }
      setError(problem);
    }
  };
  return (
    <>
      <PageTitle text={game.title} lead={sentence(game)} {...tongue(game)} />
      <form
        class="card stack plain-start"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <TextField
          label={t("plain.start")}
          value={text}
          hint={t("plain.startHint", { example: game.example })}
          onInput={setText}
          onEnter={() => void start()}
        />
        {error && <ErrorNote error={error} onDismiss={() => setError(null)} />}
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

/** An id, which may be typed without the game's name. */
function withName(text: string, name: string): string {
  return text.includes(":") ? text : `${name}:${text}`;
}
