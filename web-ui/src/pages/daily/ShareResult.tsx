import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { copy } from "../../components/CopyLine";
import { Dialog } from "../../components/Dialog";
import { Icon } from "../../components/Icon";
import type { Puzzle } from "../../generated/api";
import { announce } from "../../lib/announce";
import { apiUrl, getText } from "../../lib/api";
import { puzzlePath } from "../../lib/daily";
import { type TextKey, t } from "../../lib/i18n";
import type { Outcome } from "../../lib/profile";
import type { Results } from "../../lib/results";
import { pageLink } from "../../lib/router";
import { dayText, shareLines } from "./words";
import "./daily.css";

const WIDTH = 1200;
const HEIGHT = 630;
/** Maximum line length of the picture, and maximum number of lines with its heading, as in the API. */
const LINE = 60;
const LINES = 5;

/** Save a picture of the page as pixels; false if the browser does not allow it. */
async function savePixels(image: HTMLImageElement, name: string): Promise<boolean> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDTH, HEIGHT);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) {
    return false;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  return true;
}

/** A button that shares one result without its solution. */
export function ShareResult(props: { puzzle: Puzzle; results: Results; outcome: Outcome }): JSX.Element {
  const { puzzle, results, outcome } = props;
  const lines = shareLines(puzzle, results, outcome);
  return (
    <ShareCard
      day={puzzle.date}
      name={puzzle.game}
      label="daily.share"
      text={[
        t("common.named", { name: lines[0], what: lines[1] }),
        `perfectplay · ${lines[2]}`,
        pageLink(puzzlePath(puzzle, results.seats ?? "")),
      ].join("\n")}
      card={[...lines, "perfectplay"]}
      good={outcome.perfect === true}
    />
  );
}

/** A result of a day, and its game's functions for results. */
export interface Told {
  puzzle: Puzzle;
  results: Results;
  outcome: Outcome;
}

/** A button that shares a whole day: one card for all its puzzles. */
export function ShareDay({ day, told }: { day: string; told: readonly Told[] }): JSX.Element {
  const heading = `perfectplay · ${dayText(day)}`;
  const lines = told.map(({ puzzle, results, outcome }) =>
    t("common.named", { name: results.name(puzzle.id), what: results.words(outcome) }),
  );
  return (
    <ShareCard
      day={day}
      name="day"
      label="daily.share.day"
      text={[heading, ...lines, pageLink(`/daily?date=${day}`)].join("\n")}
      card={[heading, ...lines].slice(0, LINES)}
      good={told.every(({ outcome }) => outcome.perfect === true)}
    />
  );
}

/** A button that shows a text to copy, and a picture. */
function ShareCard(props: {
  day: string;
  /** The subject, for file names. */
  name: string;
  label: TextKey;
  text: string;
  /** The lines of the picture. */
  card: readonly string[];
  good: boolean;
}): JSX.Element {
  const { text } = props;
  const [open, setOpen] = useState(false);
  const [copied, setCopied] = useState(false);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const id = useId();
  const params = { date: props.day, text: props.card.map((line) => line.slice(0, LINE)).join("\n"), good: props.good };
  const url = apiUrl("/daily.svg", params);
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    if (open) {
      // Request the picture like any other answer: without a server, it has no address.
      getText("/daily.svg", params).then(
        (svg) => setPicture(`data:image/svg+xml,${encodeURIComponent(svg)}`),
        () => setPicture(null),
      );
    }
  }, [open, url]);
  const file = `perfectplay-${props.day}-${props.name}`;
  const onCopy = async (): Promise<void> => {
    if (field.current && (await copy(field.current))) {
      setCopied(true);
      announce(t("share.copied"));
      setTimeout(() => setCopied(false), 2500);
    }
  };
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        <Icon name="share" />
        <span>{t(props.label)}</span>
      </button>
      <Dialog title={t("daily.share.title")} open={open} onClose={() => setOpen(false)}>
        <p class="muted">{t("daily.share.text")}</p>
        <div class="field">
          <label for={id}>{t("daily.share.field")}</label>
          <textarea
            id={id}
            ref={field}
            class="daily-share-text"
            rows={text.split("\n").length + 1}
            readOnly
            value={text}
          />
        </div>
        <p class="row">
          <button type="button" class="button primary" onClick={() => void onCopy()}>
            {copied && <Icon name="check" />}
            {copied ? t("share.copied") : t("share.copy")}
          </button>
        </p>
        <img
          ref={image}
          class="daily-card"
          {...(picture !== null && { src: picture })}
          width={WIDTH}
          height={HEIGHT}
          alt={t("daily.share.alt")}
        />
        <p class="row">
          <button
            type="button"
            class="button"
            onClick={() => {
              if (image.current) {
                void savePixels(image.current, `${file}.png`).then((saved) => setRefused(!saved));
              }
            }}
          >
            <Icon name="download" />
            {t("daily.share.png")}
          </button>
          <a class="button" href={url} download={`${file}.svg`}>
            <Icon name="download" />
            {t("daily.share.svg")}
          </a>
        </p>
        {refused && <p class="field-error">{t("daily.share.refused")}</p>}
      </Dialog>
    </>
  );
}
