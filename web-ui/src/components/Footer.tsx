import type { JSX } from "preact";
import { t } from "../lib/i18n";
import { DOCS, folder, SITE } from "../lib/place";
import { Icon } from "./Icon";

/** The footer of every page. */
export function Footer({ onHelp }: { onHelp: () => void }): JSX.Element {
  return (
    <footer class="site-footer row between small no-print">
      <p>{t("footer.promise")}</p>
      <p class="row">
        <button type="button" class="button quiet" aria-keyshortcuts="?" onClick={onHelp}>
          <Icon name="help" />
          {t("help.title")}
        </button>
        {SITE ? (
          <>
            {DOCS && (
              <a class="button quiet" href={folder("docs/index.html")}>
                {t("site.docs")}
              </a>
            )}
            <a class="button quiet" href="/console">
              {t("site.console")}
            </a>
          </>
        ) : (
          <a class="button quiet" href="/api/v1">
            {t("footer.api")}
          </a>
        )}
        <a class="button quiet" href="/static/LICENSES.txt">
          {t("footer.licences")}
        </a>
      </p>
    </footer>
  );
}
