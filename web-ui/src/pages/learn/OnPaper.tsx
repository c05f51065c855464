import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Described, Lesson } from "../../generated/api";
import { t } from "../../lib/i18n";
import { Blank, Exercise } from "../worksheets/Exercise";
import { pages } from "../worksheets/model";
import { Sheets } from "../worksheets/Paper";
import type { LessonPages } from "./model";

/** Maximum numbers of positions and of answers on a page. */
const QUESTIONS = 4;
const ANSWERS = 5;

/** All guided positions of a game for printing; their ideas are on separate pages. Printing starts immediately. */
export function OnPaper(props: {
  heading: string;
  own: LessonPages;
  lessons: readonly Lesson[];
  positions: readonly Described[];
  titles: readonly string[];
  ideas: readonly string[];
  onPrinted: () => void;
}): JSX.Element {
  const { heading, own, lessons, positions, titles, ideas } = props;
  useEffect(() => {
    addEventListener("afterprint", props.onPrinted);
    print();
    return () => removeEventListener("afterprint", props.onPrinted);
  }, []);
  const footer = t("learn.paper.footer", { game: heading });
  const questions = pages(
    lessons.map((lesson, at) => {
      const position = positions[at];
      return (
        <Exercise key={lesson.name} at={at + 1} title={own.question(lesson)}>
          {position && <own.OnPaper position={position} />}
          <p class="sheet-blanks">
            <Blank label={t("learn.paper.move")} />
            <Blank label={t("learn.paper.why")} width="long" />
          </p>
        </Exercise>
      );
    }),
    QUESTIONS,
  );
  const answers = pages(
    lessons.map((lesson, at) => (
      <Exercise key={lesson.name} at={at + 1} title={titles[at] ?? ""}>
        <p>
          <strong>{own.nameMove(lesson, lesson.move)}.</strong> {ideas[at]}
        </p>
      </Exercise>
    )),
    ANSWERS,
  );
  return <Sheets class="learn-paper" heading={heading} footer={footer} questions={questions} answers={answers} />;
}
