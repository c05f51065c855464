import type { JSX, Ref } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import icon from "../../public/icon.svg";
import { announce } from "../lib/announce";
import { titled, useGames } from "../lib/games";
import { LANGUAGES, setLanguage, type TextKey, t, useLanguage } from "../lib/i18n";
import { type Route, setQuery } from "../lib/router";
import { useSound } from "../lib/sound";
import { setTheme, THEME_CHOICES, type ThemeChoice, useTheme } from "../lib/theme";
import { Icon } from "./Icon";
import { SelectField } from "./SelectField";

const LINKS: readonly { page: string; text: TextKey }[] = [
  { page: "", text: "nav.play" },
  { page: "daily", text: "nav.today" },
  { page: "learn", text: "nav.learn" },
  { page: "teach", text: "nav.teach" },
  { page: "lab", text: "nav.lab" },
  { page: "profile", text: "profile.nav" },
];

const THEMES: Readonly<Record<ThemeChoice, TextKey>> = {
  system: "theme.system",
  light: "theme.light",
  dark: "theme.dark",
};

/** Fold a header's links and choices into a menu if they do not fit into one line, and while a game is played. */
function useFolding(language: string, playing: boolean): Ref<HTMLElement> {
  const header = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const fold = (): void => {
      const menu = header.current?.querySelector("#site-menu");
      // When printing, the hidden header has no width: keep the layout of the screen.
      if (menu && header.current?.clientWidth) {
        header.current?.classList.remove("folded");
        header.current?.classList.toggle("folded", playing || menu.scrollWidth > menu.clientWidth);
      }
    };
    fold();
    addEventListener("resize", fold);
    // The links change their width when the web font has loaded.
    document.fonts.addEventListener("loadingdone", fold);
    return () => {
      removeEventListener("resize", fold);
      document.fonts.removeEventListener("loadingdone", fold);
    };
  }, [language, playing]);
  return header;
}

/** The header of every page. */
export function Header({ route, playing }: { route: Route; playing: boolean }): JSX.Element {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const language = useLanguage();
  const games = useGames();
  const link = (page: string, text: string, lang?: string, below?: JSX.Element): JSX.Element => (
    <li key={page}>
      <a
        href={`/${page}`}
        lang={lang}
        {...(route.game === page && {
          "aria-current": route.path === `/${page}` ? ("page" as const) : ("true" as const),
        })}
      >
        {text}
      </a>
      {below}
    </li>
  );
  // List the games in the folded menu only: otherwise, readers find them on the first page.
  const list = (
    <ul class="site-games">
      {games.map((game) => {
        const { text, lang } = titled(game);
        return link(game.name, text, lang);
      })}
    </ul>
  );
  const { choice } = useTheme();
  const [sound, setSound] = useSound();
  const header = useFolding(language, playing);
  useLayoutEffect(() => setOpen(false), [route.path]);
  return (
    <header
      ref={header}
      class={`site-header no-print ${playing ? "folded" : ""}`}
      onKeyDown={(event) => {
        if (event.key === "Escape" && open) {
          setOpen(false);
          button.current?.focus();
        }
      }}
    >
      <a class="brand" href="/">
        <img src={icon} alt="" width="32" height="32" />
        <span>{t("app.name")}</span>
      </a>
      <button
        type="button"
        ref={button}
        class="button quiet menu-button"
        aria-expanded={open}
        aria-controls="site-menu"
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? "close" : "menu"} />
        <span>{t("nav.menu")}</span>
      </button>
      <div class={`site-menu ${open ? "open" : ""}`} id="site-menu">
        <nav aria-label={t("nav.main")}>
          <ul>{LINKS.map(({ page, text }) => link(page, t(text), undefined, page === "" ? list : undefined))}</ul>
        </nav>
        <div class="site-choices">
          <div class="joined muted">
            <Icon name="globe" />
            <SelectField
              label={t("nav.language")}
              hideLabel
              value={language}
              options={LANGUAGES}
              onInput={(value) => {
                // Drop the language from the address, where it would override the reader's choice.
                setQuery({ lang: null });
                setLanguage(value).catch(() => announce(t("error.unreachable")));
              }}
            />
          </div>
          <div class="joined muted">
            <Icon name="theme" />
            <SelectField
              label={t("nav.theme")}
              hideLabel
              value={choice}
              options={THEME_CHOICES.map((value) => ({ value, label: t(THEMES[value]) }))}
              onInput={(value) => setTheme(value as ThemeChoice)}
            />
          </div>
          <button
            type="button"
            class="button quiet icon-only"
            aria-pressed={sound}
            aria-label={t("nav.sound")}
            title={t("nav.sound")}
            onClick={() => setSound(!sound)}
          >
            <Icon name={sound ? "sound" : "mute"} />
          </button>
        </div>
      </div>
    </header>
  );
}
