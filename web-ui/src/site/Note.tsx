import type { JSX } from "preact";
import { Button } from "../components/Button";
import { ErrorNote } from "../components/ErrorNote";
import { t } from "../lib/i18n";
import { useRoute } from "../lib/router";
import { useStore } from "../lib/store";
import { python, startPython } from "./door";
import { offline, update } from "./offline";
import "./site.css";

/** Shows the state of a site without a server: Python is loading, Python failed, or a new version is available. */
export function Note(): JSX.Element {
  const { phase, waited, problem, detail } = useStore(python);
  const { update: found, kept } = useStore(offline);
  const route = useRoute();
  return (
    <div class="site-note no-print" data-python={phase} data-kept={kept}>
      {/* Say only on the first page whether the site works offline. */}
      {route.page === "" && (
        <p class="muted" role="status">
          {kept === "no" ? "\u00a0" : t(kept === "yes" ? "site.kept" : "site.notKept")}
        </p>
      )}
      <div class="site-over">
        <div role="status">
          {waited && (
            <p class="site-line row">
              <span class="spinner" aria-hidden="true" />
              {t(phase === "package" ? "site.package" : "site.interpreter")}
            </p>
          )}
          {found && (
            <p class="site-line row">
              {t("site.update")} <Button text={t("site.updateNow")} onClick={update} />
            </p>
          )}
        </div>
        {problem !== null && (
          <ErrorNote
            error={`${t(`site.fault.${problem}`)}${detail && ` (${detail})`}`}
            onRetry={startPython}
            onDismiss={() => python.set({ ...python.get(), problem: null })}
          />
        )}
      </div>
    </div>
  );
}
