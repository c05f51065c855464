import type { ComponentType, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import "./styles/base.css";
import { Announce } from "./components/Announce";
import { ErrorNote } from "./components/ErrorNote";
import { Footer } from "./components/Footer";
import { Header } from "./components/Header";
import { Late } from "./components/Late";
import { Loading } from "./components/Loading";
import { readSwitches, turnedSwitches } from "./lib/classroom";
import { startGames, useGames, useGamesKnown } from "./lib/games";
import { t, useLanguage } from "./lib/i18n";
import { here, type Loader, load, useLoaded } from "./lib/lazy";
import { SITE } from "./lib/place";
import { type Route, useRoute } from "./lib/router";
import { useShortcuts } from "./lib/shortcuts";
import type { PageLoader } from "./pages/declaration";
import { hasBoard, OWN, ownPages } from "./pages/games";
import { Home } from "./pages/Home";

const teach: PageLoader = async () => (await import("./pages/teach/Teach")).Teach;

/** Pages that do not belong to a single game. The first page and the page for unknown addresses are in the shell. */
export const PAGES: Readonly<Record<string, PageLoader>> = {
  "": here(Home),
  daily: async () => (await import("./pages/daily/Daily")).Daily,
  lab: async () => (await import("./pages/lab/Lab")).Lab,
  learn: async () => (await import("./pages/learn/Learn")).Learn,
  teach,
  ...Object.fromEntries(OWN.map(({ name }) => [`teach/${name}`, teach])),
  ...(SITE && { console: async () => (await import("./pages/console/Console")).Console }),
  profile: async () => (await import("./pages/profile/Profile")).Profile,
  proof: async () => (await import("./pages/proof/Page")).ProofPage,
  worksheets: async () => (await import("./pages/worksheets/Worksheets")).Worksheets,
};
const plain: PageLoader = async () => (await import("./pages/plain/Plain")).Plain;
const notFound: PageLoader = async () => (await import("./pages/NotFound")).NotFound;

/** Return the loader of a page that is part of this bundle; null for any other address. */
function loaderOf(route: Route): PageLoader | null {
  const own = ownPages(route.game)?.pages[route.page];
  return own ?? (route.id === null ? PAGES[route.page] : undefined) ?? null;
}

/** Return the loader for an address: a game's own page, the plain page for any other game, or "not found". */
function useLoader(route: Route): PageLoader | null {
  const games = useGames();
  const known = useGamesKnown();
  const own = loaderOf(route);
  // The server may know games that these pages do not, so pages about all games wait for its list.
  if (own !== null && (known || SITE || ownPages(route.game) !== null)) {
    return own;
  }
  return known ? (games.some((game) => game.name === route.page) ? plain : notFound) : null;
}

/** Loads the list of keys, and with it all that the home page needs later. */
export const help = async () => (await import("./components/Help")).Help;

const notice: PageLoader = async () => (await import("./components/SwitchNotice")).SwitchNotice;
const strip: PageLoader = async () => (await import("./pages/daily/Strip")).Strip;

/** Return the loaders of the notices above a page. A new page waits for them, because they would move its board. */
function noticesOf({ id, query }: Route): readonly PageLoader[] {
  const switches = turnedSwitches(readSwitches(query)).length > 0 ? [notice] : [];
  return id !== null && query.has("daily") ? [...switches, strip] : switches;
}

/** Loads the note that explains the limits of a site without a server. */
const siteNote: Loader<ComponentType> = async () => (await import("./site/Note")).Note;

/** Load the page of an address before the first rendering, so that it appears immediately. */
export async function prepare(route: Route): Promise<void> {
  await Promise.all(
    [SITE ? siteNote : null, loaderOf(route), ...noticesOf(route)].map((loader) => loader && load<unknown>(loader)),
  );
}

function SiteNote(): JSX.Element | null {
  const Note = useLoaded([siteNote]).parts?.[0];
  return Note ? <Note /> : null;
}

/** Return the notices of an address and its page; instead of them, an element until they have loaded. */
function usePage(route: Route): { shown: readonly ComponentType<{ route: Route }>[]; meanwhile: JSX.Element | null } {
  const loader = useLoader(route);
  const { parts, error, again } = useLoaded(loader === null ? [] : [loader]);
  const notices = useLoaded(noticesOf(route));
  const last = useRef<PageLoader | null>(null);
  if (parts?.length && (notices.parts || notices.error || last.current === loader)) {
    last.current = loader;
    return { shown: [...(notices.parts ?? []), ...parts], meanwhile: null };
  }
  last.current = null;
  return { shown: [], meanwhile: error ? <ErrorNote error={error} onRetry={again} /> : <Loading /> };
}

/** The whole application: header, page and footer. */
export function App(): JSX.Element {
  const route = useRoute();
  // Texts are looked up while rendering, so rendering the whole application again translates the page.
  const language = useLanguage();
  useLayoutEffect(() => void startGames(), [language]);
  // Null until the reader first asks for the list of keys.
  const [open, setOpen] = useState<boolean | null>(null);
  const main = useRef<HTMLElement>(null);
  const board = hasBoard(route);
  // Treat a game's start page and its board as one screen, so that the focus stays when the game starts.
  const screen = route.page + (board ? ":" : "");
  const before = useRef(screen);
  const { shown, meanwhile } = usePage(route);
  const ready = meanwhile === null;
  // Set the focus in a layout effect: one frame later, the reader may already have moved it.
  useLayoutEffect(() => {
    if (ready && before.current !== screen) {
      before.current = screen;
      main.current?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
      // When the reader goes back, the browser itself restores the scroll position.
      if (route.via !== "pop") {
        scrollTo(0, 0);
      }
    }
  }, [screen, ready]);
  useShortcuts([{ key: "?", label: t("help.show"), run: () => setOpen(true) }]);
  return (
    <>
      <a class="skip-link" href="#main">
        {t("nav.skip")}
      </a>
      <Header route={route} playing={board} />
      <main id="main" class={board ? `playing ${route.id === null ? "starting" : ""}` : ""} ref={main} tabIndex={-1}>
        {meanwhile}
        {shown.map((Part, at) => (
          <Part key={shown.length - at} route={route} />
        ))}
        {SITE && <SiteNote />}
      </main>
      <Footer onHelp={() => setOpen(true)} />
      {open !== null && <Late part={help} with={{ open, onClose: () => setOpen(false) }} />}
      <Announce />
    </>
  );
}
