import type { JSX } from "preact";
import { dayOfQuery } from "../lib/days";
import { type Loader, useLoaded } from "../lib/lazy";
import type { Route } from "../lib/router";

type Strip = (props: { route: Route; day: string; meanwhile: JSX.Element }) => JSX.Element | null;
const strip: Loader<Strip> = async () => (await import("../pages/daily/Strip")).Strip;

/** Says that the game is a puzzle of the day, and shows its result. The address of the page names the day. */
export function DailyStrip({ route }: { route: Route }): JSX.Element | null {
  const day = route.id === null ? null : dayOfQuery(route.query);
  const Strip = useLoaded(day === null ? [] : [strip]).parts?.[0];
  if (day === null) {
    return null;
  }
  // Reserve the height of the strip, so that the board below does not move.
  const room = (
    <div class="note no-print" aria-hidden="true">
      {"\u00a0"}
    </div>
  );
  return Strip ? <Strip route={route} day={day} meanwhile={room} /> : room;
}
