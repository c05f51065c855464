import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ErrorNote } from "../../components/ErrorNote";
import { Late } from "../../components/Late";
import { Loading } from "../../components/Loading";
import { PageTitle } from "../../components/PageTitle";
import { some } from "../../components/tiles/numbers";
import type { TaxmanDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { usePosition } from "../../lib/position";
import { type Route, setQuery } from "../../lib/router";
import { RULES } from "./describe";
import { isPlayer, PLAYS, playerName } from "./players";
import { Table } from "./Table";

const replayed = async () => (await import("./Replay")).Replay;

/** Maximum length of an unknown strategy's name that a message repeats in full. */
const LONGEST_NAME = 40;

function titleOf(position: TaxmanDescribed): string {
  const pot =
    position.n === null
      ? t("taxman.titlePot", { pot: some(position.pot, 8) })
      : t("taxman.titleN", { n: num(position.n) });
  return position.variant === "end" ? `${pot}, ${t("taxman.variantEnd")}` : pot;
}

/** The page of a game, or of a replay of its pot. */
export function Game({ route, id }: { route: Route; id: string }): JSX.Element {
  const game = usePosition<TaxmanDescribed>(id, { rules: RULES });
  const { position } = game;
  const asked = route.query.get("replay");
  const replay = asked !== null && isPlayer(asked) ? asked : null;
  // Move the focus to the heading when the page changes between a replay and the player's own game.
  const screen = useRef(replay === null);
  useLayoutEffect(() => {
    if (screen.current !== (replay === null)) {
      screen.current = replay === null;
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    }
  }, [replay]);
  const title = position === null ? t("taxman.title") : titleOf(position);
  // Keep the heading element while the game loads, since the focus may be on it.
  return (
    <div class="taxman">
      <PageTitle
        text={
          replay === null || position === null
            ? title
            : t("taxman.replay.title", { pot: title, name: playerName(replay) })
        }
        {...(replay === null && { lead: t("taxman.lead") })}
      />
      {position === null ? (
        game.error ? (
          <div class="stack">
            <p>{t("taxman.noPosition")}</p>
            <ErrorNote error={game.error} home="/taxman" onRetry={game.again} />
          </div>
        ) : (
          <Loading />
        )
      ) : replay === null ? (
        <>
          {asked !== null && (
            <div class="stack">
              <ErrorNote
                error={t("after.noStrategy", { name: asked.slice(0, LONGEST_NAME) })}
                onDismiss={() => setQuery({ replay: null, step: null })}
              />
            </div>
          )}
          <Table game={game} position={position} compare={route.query.get("compare")} />
        </>
      ) : (
        <Late
          part={replayed}
          with={{
            position,
            strategy: replay,
            plays: route.query.get("step") === PLAYS,
            step: Math.max(0, Math.trunc(Number(route.query.get("step")) || 0)),
            onClose: () => setQuery({ replay: null, step: null }, { push: true }),
            onGoOn: (line, k) => {
              setQuery({ replay: null, step: null });
              void game.follow(line, k);
            },
          }}
        />
      )}
    </div>
  );
}
