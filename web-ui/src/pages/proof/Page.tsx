import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { PageTitle } from "../../components/PageTitle";
import { TextField } from "../../components/TextField";
import type { ProofShown } from "../../generated/api";
import { titled, useGames } from "../../lib/games";
import { num, t } from "../../lib/i18n";
import { SITE } from "../../lib/place";
import { navigate, positionPath, proofPath, type Route } from "../../lib/router";
import { useLive } from "../../lib/solver";
import { tn } from "../../lib/wording";
import { Certificate } from "./Certificate";
import { Check } from "./Check";
import type { ProofPages } from "./model";
import "./proof.css";
import { Given } from "./Given";
import { Replay } from "./Replay";
import { TreeOfCases } from "./TreeOfCases";
import { explained, wordsOf } from "./words";

/** The page with the proof of a position's worth: the statement, the method, and a check of the certificate. */
export function ProofPage({ route }: { route: Route }): JSX.Element {
  const id = route.query.get("id");
  return id === null || id === "" ? <Choose /> : <Shown key={id} id={id} />;
}

/** A form to choose a position. */
function Choose(): JSX.Element {
  const games = useGames().filter((game) => game.proofs && game.example !== "");
  const [text, setText] = useState("");
  const go = (): void => {
    if (text.trim() !== "") {
      navigate(proofPath(text.trim()));
    }
  };
  return (
    <>
      <PageTitle text={t("proof.title")} lead={t("proof.lead")} />
      <div class="stack">
        <section class="card stack">
          <TextField
            label={t("proof.position")}
            hint={t("proof.positionHint")}
            value={text}
            size={30}
            onInput={setText}
            onEnter={go}
          />
          <p>
            <Button text={t("proof.show")} look="primary" onClick={go} />
          </p>
          <ul>
            {games.map((game) => (
              <li key={game.name}>
                <a href={proofPath(game.example)}>{game.example}</a>
              </li>
            ))}
          </ul>
        </section>
        <Given />
      </div>
    </>
  );
}

function Shown({ id }: { id: string }): JSX.Element {
  const live = useLive<ProofShown>("/proof", { position: id });
  const name = id.split(":")[0] ?? "";
  const game = useGames().find((one) => one.name === name);
  const said = wordsOf(name);
  const proof = live.result;
  const [ready, setReady] = useState(false);
  const lead = (
    <>
      {game && <span lang={titled(game).lang}>{titled(game).text}</span>} <code class="proof-id anywhere">{id}</code>
    </>
  );
  const title = <PageTitle text={t("proof.title")} lead={lead} />;
  if (live.error) {
    return (
      <>
        {title}
        <section class="card stack">
          <h2>{t("proof.none")}</h2>
          <ErrorNote error={live.error} onRetry={live.again} />
          <p class="row">
            {game && <Button text={t("proof.toGame")} href={positionPath(id)} />}
            <Button text={t("proof.other")} href="/proof" />
          </p>
        </section>
      </>
    );
  }
  if (proof === null) {
    return (
      <>
        {title}
        <Busy label={t("proof.looking")} asked={live} />
      </>
    );
  }
  const why = said.why?.has(proof.position) ? said.why : null;
  return (
    <>
      {title}
      <div class="stack">
        <section class="card stack" aria-labelledby="proof-claim">
          <h2 id="proof-claim">{t("proof.claim")}</h2>
          <p class="proof-says big bold">{said.claim(proof)}</p>
          {proof.missing && !SITE && <p class="note">{t("proof.missing", { variable: "PERFECTPLAY_CERTIFICATES" })}</p>}
          <Check proof={proof} />
          <p class="row no-print">
            <Button text={t("proof.toGame")} href={positionPath(proof.position)} />
          </p>
        </section>
        {why && <why.Reason position={proof.position} onReady={() => setReady(true)} />}
        {/* Wait for the explanation, which appears above this part, so that this part does not move down later. */}
        {(!why || ready) && (
          <>
            <section class="card stack" aria-labelledby="proof-how">
              <h2 id="proof-how">{t("proof.how")}</h2>
              <p>{explained(proof.kind, said)}</p>
              {proof.cites.length > 0 && <Chain proof={proof} words={said} />}
              <p class="muted">{t("proof.trust")}</p>
            </section>
            {proof.cases > 0 && <TreeOfCases proof={proof} />}
            <Replay proof={proof} Board={said.Board} />
            <Certificate proof={proof} words={said} />
            <Given />
          </>
        )}
      </div>
    </>
  );
}

/** Links to the certificates that this one builds on, down to a certificate that cites no other. */
function Chain({ proof, words }: { proof: ProofShown; words: ProofPages }): JSX.Element {
  return (
    <>
      <p>{tn("proof.chain", proof.cites.length)}</p>
      <ol class="proof-chain marked anywhere">
        {proof.cites.map((cited) => (
          <li key={cited.position}>
            <a href={proofPath(cited.position)}>{cited.position}</a>{" "}
            {words.claim({ about: cited.position, claim: cited.claim })}
          </li>
        ))}
        <li>
          <strong>{proof.about}</strong> {words.claim(proof)}
        </li>
      </ol>
      {proof.cases > 0 && (
        <p class="muted">
          {t("proof.chainTree", { position: proof.cites[0]?.position ?? "", count: num(proof.cases) })}
        </p>
      )}
    </>
  );
}
