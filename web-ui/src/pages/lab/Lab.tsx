import { games } from "game-labs";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Downloads } from "../../components/Downloads";
import { ErrorNote } from "../../components/ErrorNote";
import { Loading } from "../../components/Loading";
import { PageTitle } from "../../components/PageTitle";
import { Picture } from "../../components/Picture";
import type { Figures as Answer, LabLimits } from "../../generated/api";
import { useGames } from "../../lib/games";
import { type TextKey, t } from "../../lib/i18n";
import { SITE } from "../../lib/place";
import { useData } from "../../lib/questions";
import type { Route } from "../../lib/router";
import { SETTLED, useLive } from "../../lib/solver";
import { Choices } from "./Choices";
import { Figures } from "./Figures";
import {
  address,
  fileName,
  given,
  isPossible,
  type LabPages,
  type PictureKind,
  parameters,
  type Values,
} from "./pictures";
import "./lab.css";

export function Lab({ route }: { route: Route }): JSX.Element {
  const limits = useData<LabLimits>("/lab/limits");
  const labs = useGames().flatMap(({ name }) => games[name] ?? []);
  const pictures = labs.flatMap((lab) => lab.pictures);
  const columns = Object.assign({}, ...labs.map((lab) => lab.columns));
  const wanted = route.query.get("picture");
  const kind = pictures.find((one) => one.id === wanted) ?? pictures[0];
  return (
    <>
      <PageTitle text={t("lab.title")} lead={t("lab.lead")} />
      <nav class="lab-gallery no-print" aria-label={t("lab.pictures")}>
        {pictures.map((one) => (
          <a
            key={one.id}
            class="card stack"
            href={`/lab?picture=${one.id}`}
            aria-current={one === kind ? "true" : undefined}
          >
            <svg viewBox="0 0 48 30" aria-hidden="true" focusable="false">
              <path d={one.glyph} />
            </svg>
            <span>{titleOf(one)}</span>
          </a>
        ))}
      </nav>
      {limits.error && <ErrorNote error={limits.error} onRetry={limits.again} />}
      {!(limits.data && kind) && !limits.error && <Loading />}
      {limits.data && kind && (
        <Room key={kind.id} kind={kind} values={given(kind, route.query)} limits={limits.data} columns={columns} />
      )}
    </>
  );
}

const titleOf = ({ id }: PictureKind): string => t(`lab.${id}.title` as TextKey);

/** A picture, its fields, its table of figures, and its links. */
function Room(props: {
  kind: PictureKind;
  values: Values;
  limits: LabLimits;
  columns: LabPages["columns"];
}): JSX.Element {
  const { kind, values } = props;
  const possible = isPossible(kind, props.limits, values);
  const live = useLive<Answer>(possible ? kind.work : null, parameters(kind, values), SETTLED);
  const [reading, setReading] = useState("");
  // Keep the last picture until the next one is ready, so that the page does not jump and the change can be seen.
  const last = useRef<Values | null>(null);
  if (possible && (kind.work === null || live.result !== null)) {
    last.current = values;
  }
  const shown = live.error || !possible ? null : last.current;
  const params = shown && parameters(kind, shown);
  return (
    <section class="lab-room stack" aria-labelledby="lab-room-title">
      <h2 id="lab-room-title">{titleOf(kind)}</h2>
      <p>{t(`lab.${kind.id}.explanation` as TextKey)}</p>
      <Choices kind={kind} values={values} limits={props.limits} />
      {SITE && kind.svg.startsWith("/lab/") && <p class="muted no-print">{t("lab.loads")}</p>}
      {kind.examples.length > 0 && (
        <p class="row wide no-print">
          <span class="muted">{t("lab.try")}</span>
          {kind.examples.map((example) => (
            <a key={example.label} href={address(kind, example.values)}>
              {t(example.label)}
            </a>
          ))}
        </p>
      )}
      {live.error && <ErrorNote error={live.error} {...(live.error.status !== 400 && { onRetry: live.again })} />}
      {live.running && <Busy label={t("lab.working")} asked={live} />}
      {shown && params && (
        <div class={`lab-shown stack ${live.running ? "waiting" : ""}`}>
          <Picture path={kind.svg} params={params} onReady={(svg) => answerPointer(svg, setReading)} />
          <p class="lab-reading muted no-print" aria-hidden="true">
            {reading || t("lab.point")}
          </p>
          <Downloads svg={kind.svg} csv={kind.csv} name={fileName(kind, shown)} params={params} />
          <Figures path={kind.csv} params={params} caption={titleOf(kind)} columns={props.columns} />
          {kind.Below && <kind.Below params={params} />}
        </div>
      )}
      {kind.more && (
        <p>
          <a href={kind.more.href}>{t(kind.more.label)}</a>
        </p>
      )}
    </section>
  );
}

/** Show the tooltip of a part of the picture without the delay of browsers, and also on touch screens. */
function answerPointer(svg: SVGSVGElement, tell: (text: string) => void): void {
  const listen = (event: Event): void => {
    let element = event.target instanceof Element ? event.target : null;
    while (element && element !== svg) {
      const title = [...element.children].find((child) => child.tagName === "title");
      if (title) {
        tell(title.textContent ?? "");
        return;
      }
      element = element.parentElement;
    }
  };
  svg.addEventListener("pointerover", listen);
  svg.addEventListener("pointerdown", listen);
}
