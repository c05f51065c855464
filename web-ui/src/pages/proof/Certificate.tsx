import type { JSX } from "preact";
import type { ProofShown } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { rich } from "../../lib/wording";
import { groups, type ProofPages } from "./model";
import { kindName } from "./words";

/** Facts about the certificate file: its source, its size and its digest. */
export function Certificate({ proof, words }: { proof: ProofShown; words: ProofPages }): JSX.Element {
  const kind = kindName(proof.kind, words);
  const file = `${proof.about.replace(/[^A-Za-z0-9.]/g, "-").slice(0, 60)}.json`;
  return (
    <section class="card stack" aria-labelledby="proof-file">
      <h2 id="proof-file">{t("proof.file")}</h2>
      <p>{t(proof.shipped ? "proof.file.shipped" : "proof.file.made")}</p>
      <dl class="proof-facts terms">
        <dt>{t("proof.file.about")}</dt>
        <dd>
          <code>{proof.about}</code>
        </dd>
        <dt>{t("proof.file.kind")}</dt>
        <dd>
          {kind} {kind !== proof.kind && <code>{proof.kind}</code>}
        </dd>
        <dt>{t("proof.file.rocq")}</dt>
        <dd>{words.rocq?.(proof) ?? t("proof.file.rocq.not")}</dd>
        <dt>{t("proof.file.size")}</dt>
        <dd>{t("proof.file.bytes", { size: num(proof.size) })}</dd>
        <dt>SHA-256</dt>
        <dd>
          <code class="row">
            {groups(proof.sha256).map((part, index) => (
              <span key={index}>{part}</span>
            ))}
          </code>
          {proof.listed !== null && (
            <span>{t(proof.listed === proof.sha256 ? "proof.file.listed" : "proof.file.unlisted")}</span>
          )}
        </dd>
      </dl>
      <p>{rich("proof.file.command", { command: <code>perfectplay check {file}</code> })}</p>
    </section>
  );
}
