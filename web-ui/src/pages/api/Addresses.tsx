import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { TextField } from "../../components/TextField";
import { titled, useGames } from "../../lib/games";
import { t, tn } from "../../lib/i18n";
import { type Address, examples, LAB, question } from "./description";

/** The address of this page on which an address of the API can be tried. */
function trial(address: Address): string {
  return `/api?ask=${encodeURIComponent(question(address.path, examples(address)))}`;
}

/** All addresses, by game, with what they ask for; those that have some letters in them. */
export function Addresses({ addresses, chosen }: { addresses: readonly Address[]; chosen: string }): JSX.Element {
  const games = useGames();
  const [filter, setFilter] = useState("");
  const list = useRef<HTMLElement>(null);
  // The list beside an address scrolls by itself: the chosen one is in sight, and the page stays where it is.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (list.current && current) {
      list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
    }
  }, [chosen]);
  const wanted = filter.trim().toLowerCase();
  const shown = addresses.filter((one) => `${one.path} ${one.summary}`.toLowerCase().includes(wanted));
  const groups = [...new Set(shown.map((one) => one.group))];
  return (
    <nav ref={list} class="api-list" aria-label={t("api.addresses")}>
      <TextField label={t("api.filter")} value={filter} onInput={setFilter} />
      <p class="visually-hidden" role="status">
        {wanted && tn("api.found", shown.length, { count: shown.length })}
      </p>
      {shown.length === 0 && <p class="muted">{t("api.none")}</p>}
      {groups.map((group) => {
        const game = games.find((one) => one.name === group);
        const name = game ? titled(game) : { text: t(group === LAB ? "nav.lab" : "api.general") };
        return (
          <section key={group}>
            <h2 lang={name.lang}>{name.text}</h2>
            <ul>
              {shown
                .filter((one) => one.group === group)
                .map((one) => (
                  <li key={one.path}>
                    <a href={trial(one)} aria-current={one.path === chosen ? "page" : undefined}>
                      <code>{one.path}</code>
                      <span lang="en">{one.summary}</span>
                      {one.fields.length > 0 && (
                        <span class="api-names">
                          {one.fields
                            .filter((field) => !field.old)
                            .map((field) => field.name)
                            .join(", ")}
                        </span>
                      )}
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}
