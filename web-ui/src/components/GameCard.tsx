import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { Proven } from "./Proven";

/** A game on the home page: its rule, a picture, a question, and the way to its page. */
export function GameCard(props: {
  title: string;
  rule: string;
  example: string;
  /** What the children show, in words. */
  picture: string;
  href: string;
  play: string;
  /** The language of title and rule, if it may not be the reader's. */
  lang?: string;
  /** Something proven about it, and the position with the proof. */
  proven?: { text: string; position: string };
  children: ComponentChildren;
}): JSX.Element {
  const id = useId();
  return (
    <section class="card home-game" aria-labelledby={id}>
      <h2 id={id} lang={props.lang}>
        {props.title}
      </h2>
      <p class="home-rule" lang={props.lang}>
        {props.rule}
      </p>
      <div class="home-picture" role="img" aria-label={props.picture}>
        {props.children}
      </div>
      {props.example && <p>{props.example}</p>}
      <p class="home-play">
        <a class="button primary" href={props.href}>
          {props.play}
        </a>
      </p>
      {props.proven && (
        <p class="home-proven">
          {props.proven.text} <Proven position={props.proven.position} />
        </p>
      )}
    </section>
  );
}
