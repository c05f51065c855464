import type { ComponentChildren, JSX } from "preact";
import type { Worksheet } from "../../generated/api";
import { t } from "../../lib/i18n";
import { pages, type SheetPages } from "./model";
import "./worksheets.css";

/** The worksheet as it is printed; each page on the screen is one page of paper. */
export function Paper(props: { sheet: Worksheet; pages: SheetPages; heading: string; answers: boolean }): JSX.Element {
  const { sheet, pages: own } = props;
  const questions = pages(tasks(sheet, own.Question), own.perPage(sheet.level));
  const answers = pages(props.answers ? tasks(sheet, own.Answer) : [], own.answersPerPage(sheet.level));
  const label = t("worksheets.footer", {
    game: t(own.title),
    level: t(`worksheets.level.${sheet.level}`),
    seed: String(sheet.seed),
  });
  const heading = props.heading || t(own.heading);
  return (
    <Sheets
      heading={heading}
      footer={label}
      questions={questions}
      answers={answers}
      first={<p class="sheet-rules">{t(own.rules)}</p>}
    />
  );
}

/** Pages of questions, followed by pages of answers. */
export function Sheets(props: {
  heading: string;
  footer: string;
  questions: readonly (readonly JSX.Element[])[];
  answers: readonly (readonly JSX.Element[])[];
  /** Content above the first question. */
  first?: JSX.Element;
  class?: string;
}): JSX.Element {
  const { heading, footer, questions, answers } = props;
  return (
    <div class={`sheets stack ${props.class ?? ""}`}>
      {questions.map((items, at) => (
        <Page key={at} heading={heading} footer={footer} page={place("worksheets.page", at, questions.length)} blanks>
          {at === 0 && props.first}
          {items}
        </Page>
      ))}
      {answers.map((items, at) => (
        <Page
          key={`answers-${at}`}
          heading={t("worksheets.answersTo", { heading })}
          footer={footer}
          page={place("worksheets.answerPage", at, answers.length)}
        >
          {items}
        </Page>
      ))}
    </div>
  );
}

/** Return a text with the page number and the number of pages. */
function place(key: "worksheets.page" | "worksheets.answerPage", at: number, of: number): string {
  return t(key, { page: at + 1, pages: of });
}

function tasks(sheet: Worksheet, Part: SheetPages["Question"]): JSX.Element[] {
  return sheet.exercises.map((exercise, i) => <Part key={exercise.position} exercise={exercise} at={i + 1} />);
}

/** A page of paper that shows a heading, its content and its page number. */
function Page(props: {
  heading: string;
  footer: string;
  page: string;
  blanks?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <article class={`sheet ${props.blanks ? "questions" : "answers"}`} aria-label={`${props.heading}, ${props.page}`}>
      <header>
        <h2>{props.heading}</h2>
        {props.blanks && (
          <p class="sheet-who">
            <span>{t("worksheets.name")}</span> <span class="sheet-rule long" /> <span>{t("worksheets.date")}</span>{" "}
            <span class="sheet-rule short" />
          </p>
        )}
      </header>
      <div class="sheet-body">{props.children}</div>
      <footer>
        <span>{props.footer}</span>
        <span>{props.page}</span>
      </footer>
    </article>
  );
}
