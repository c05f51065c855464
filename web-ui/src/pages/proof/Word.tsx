import type { ComponentChildren, JSX } from "preact";
import { Icon } from "../../components/Icon";
import type { Examined } from "../../generated/api";
import { num, rich, type TextKey, t } from "../../lib/i18n";
import { wordOf } from "./checking";

/** Seconds that are told as they are; less is not nothing. */
const LEAST = 0.001;

/** The checker's word. */
export function Word(props: { found: Examined; beyond: TextKey; children?: ComponentChildren }): JSX.Element {
  const { found } = props;
  return (
    <div class={`proof-word ${found.valid ? "good" : "bad"}`}>
      <p class="proof-verdict">
        <Icon name={found.valid ? "check" : "warn"} />
        <strong>{t(wordOf(found, props.beyond))}</strong>
      </p>
      {found.checker && (
        <p>
          {rich("proof.checkedBy", {
            checker: <code>{found.checker}</code>,
            seconds:
              (found.seconds < LEAST ? "< " : "") + num(Math.max(found.seconds, LEAST), { maximumFractionDigits: 3 }),
          })}
        </p>
      )}
      <h3>{t("proof.log")}</h3>
      {/* The checker speaks English. */}
      <pre class="proof-log" lang="en">
        {found.log.join("\n")}
      </pre>
      {props.children}
    </div>
  );
}
