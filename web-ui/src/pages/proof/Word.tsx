import type { ComponentChildren, JSX } from "preact";
import { Icon } from "../../components/Icon";
import type { CheckedProof } from "../../generated/api";
import { num, type TextKey, t } from "../../lib/i18n";
import { DOCS, folder } from "../../lib/place";
import { rich } from "../../lib/wording";
import { wordOf } from "./checking";
import { ranHere } from "./here";

/** Minimum number of seconds that is shown exactly; a shorter time would appear as 0. */
const LEAST = 0.001;

/** The checker's verdict. It comes with the checker's name, the time that the check took, and the log. */
export function Word(props: { found: CheckedProof; beyond: TextKey; children?: ComponentChildren }): JSX.Element {
  const { found } = props;
  return (
    <div class={`note stack proof-word ${found.valid ? "good" : "bad"}`}>
      <p class="proof-verdict row big toned">
        <Icon name={found.valid ? "check" : "warn"} />
        <strong>{t(wordOf(found, props.beyond))}</strong>
      </p>
      {found.checker && (
        <p>
          {rich(ranHere(found) ? "proof.checkedHere" : "proof.checkedBy", {
            checker: <code>{found.checker}</code>,
            seconds:
              (found.seconds < LEAST ? "< " : "") + num(Math.max(found.seconds, LEAST), { maximumFractionDigits: 3 }),
          })}{" "}
          {ranHere(found) && rich("proof.believe", { page: <Trust /> })}
        </p>
      )}
      <h3 class="bold">{t("proof.log")}</h3>
      {/* Mark the language: the checker's text is always English. */}
      <pre class="proof-log" lang="en">
        {found.log.join("\n")}
      </pre>
      {props.children}
    </div>
  );
}

/** A link to the documentation's page on trust, or only the page's file name if the site has no documentation. */
function Trust(): JSX.Element {
  return DOCS ? (
    <a href={`${folder("docs/trust.html")}#trust-pages`}>{t("proof.trustPage")}</a>
  ) : (
    <code>docs/trust.md</code>
  );
}
