import type { JSX } from "preact";
import { polite, urgentStore } from "../lib/announce";
import { useStore } from "../lib/store";

/** The live regions for announce(). They are always on the page, since screen readers notice only changes. */
export function Announce(): JSX.Element {
  const calm = useStore(polite);
  const urgent = useStore(urgentStore);
  return (
    <div class="visually-hidden">
      <div role="status" aria-live="polite">
        <p key={calm.count}>{calm.text}</p>
      </div>
      <div role="alert" aria-live="assertive">
        {urgent.text && <p key={urgent.count}>{urgent.text}</p>}
      </div>
    </div>
  );
}
