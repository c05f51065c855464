import type { JSX } from "preact";
import { Button } from "../components/Button";
import { PageTitle } from "../components/PageTitle";
import { t } from "../lib/i18n";
import type { Route } from "../lib/router";

/** Maximum length of a path that is shown in full. */
const LONGEST = 120;

export function NotFound({ route }: { route: Route }): JSX.Element {
  const path = route.path.length > LONGEST ? `${route.path.slice(0, LONGEST)}…` : route.path;
  return (
    <>
      <PageTitle text={t("notFound.title")} lead={t("notFound.text", { path })} />
      <p>
        <Button text={t("notFound.home")} look="primary" href="/" />
      </p>
    </>
  );
}
