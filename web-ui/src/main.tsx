import { type ComponentType, type JSX, render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import "./styles/base.css";
import { Announce } from "./components/Announce";
import { Footer } from "./components/Footer";
import { Header } from "./components/Header";
import { Help } from "./components/Help";
import { startLanguage, t, useLanguage } from "./lib/i18n";
import { type Page, type Route, startRouter, useRoute } from "./lib/router";
import { startShortcuts, useShortcuts } from "./lib/shortcuts";
import { startTheme } from "./lib/theme";
import { Coins } from "./pages/coins/Coins";
import { Home } from "./pages/Home";
import { Lab } from "./pages/lab/Lab";
import { NotFound } from "./pages/NotFound";
import { Odds } from "./pages/pursuit/Odds";
import { Pursuit } from "./pages/pursuit/Pursuit";
import { Taxman } from "./pages/taxman/Taxman";
import { Worksheets } from "./pages/worksheets/Worksheets";

const PAGES: Readonly<Record<Page, ComponentType<{ route: Route }>>> = {
  home: Home,
  taxman: Taxman,
  coins: Coins,
  pursuit: Pursuit,
  odds: Odds,
  lab: Lab,
  worksheets: Worksheets,
  notFound: NotFound,
};

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
  const Shown = PAGES[route.page];
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
  render(<App />, root);
}
