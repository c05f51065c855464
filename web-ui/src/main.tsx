import { type ComponentType, type JSX, render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import "./styles/base.css";
import { Announce } from "./components/Announce";
import { Busy } from "./components/Busy";
import { Footer } from "./components/Footer";
import { Header } from "./components/Header";
import { Help } from "./components/Help";
import { gamePage, startGames, useGames, useGamesKnown } from "./lib/games";
import { startLanguage, t, useLanguage } from "./lib/i18n";
import { type Route, startRouter, useRoute } from "./lib/router";
import { startShortcuts, useShortcuts } from "./lib/shortcuts";
import { startTheme } from "./lib/theme";
import { Home } from "./pages/Home";
import { Lab } from "./pages/lab/Lab";
import { NotFound } from "./pages/NotFound";
import { Plain } from "./pages/plain/Plain";
import { Worksheets } from "./pages/worksheets/Worksheets";

/** Pages that are about no game alone. */
const PAGES: Readonly<Record<string, ComponentType<{ route: Route }>>> = {
  "": Home,
  lab: Lab,
  worksheets: Worksheets,
};

/** What an address shows: a page of a game, the plain page of a game that has none, or that there is nothing. */
function useShown(route: Route): ComponentType<{ route: Route }> {
  const games = useGames();
  const known = useGamesKnown();
  const own = gamePage(route.game, route.page);
  if (own !== null || !known) {
    return own ?? Loading;
  }
  const plain = games.some((game) => game.name === route.page) ? Plain : NotFound;
  return (route.id === null ? PAGES[route.page] : undefined) ?? plain;
}

function Loading(): JSX.Element {
  return <Busy label={t("common.loading")} />;
}

/** Everything on the screen. */
function App(): JSX.Element {
  const route = useRoute();
  // Every text below is looked up while rendering, so rendering from here translates the page.
  useLanguage();
  const [help, setHelp] = useState(false);
  const main = useRef<HTMLElement>(null);
  // A game's start page and its positions are different screens; two positions are the same one.
  const screen = route.page + (route.id === null ? "" : ":");
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current !== screen) {
      shown.current = screen;
      main.current?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
      // The browser itself scrolls back to where a page was left.
      if (route.via !== "pop") {
        scrollTo(0, 0);
      }
    }
  }, [screen]);
  useShortcuts([{ key: "?", label: t("help.show"), run: () => setHelp(true) }]);
  const Shown = useShown(route);
  return (
    <>
      <a class="skip-link" href="#main">
        {t("nav.skip")}
      </a>
      <Header route={route} />
      <main id="main" ref={main} tabIndex={-1}>
        <Shown route={route} />
      </main>
      <Footer onHelp={() => setHelp(true)} />
      <Help open={help} onClose={() => setHelp(false)} />
      <Announce />
    </>
  );
}

startTheme();
startLanguage();
startRouter();
startShortcuts();
const root = document.getElementById("app");
if (root) {
  void startGames();
  render(<App />, root);
}
