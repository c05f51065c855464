import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { CopyLine } from "../../components/CopyLine";
import { SelectField } from "../../components/SelectField";
import { TextField } from "../../components/TextField";
import { t } from "../../lib/i18n";
import { ROOT_PATH } from "../../lib/place";
import { setQuery } from "../../lib/router";
import { Answered } from "./Answered";
import { useAnswer } from "./answer";
import {
  type Address,
  curl,
  type Description,
  type Field,
  question,
  streams,
  target,
  type Values,
} from "./description";

/** An address to try: its parameters, the request that they make, and the answer. */
export function Trial(props: {
  address: Address;
  given: Values;
  codes: Description["codes"];
  /** Whether the reader came here from another address of this page. */
  came: boolean;
}): JSX.Element {
  const { address } = props;
  const [values, setValues] = useState<Values>(() => named(address, props.given));
  const [watched, setWatched] = useState(false);
  const { answer, ask, stop } = useAnswer();
  const heading = useRef<HTMLHeadingElement>(null);
  // After a choice from the list, one goes on here.
  useLayoutEffect(() => {
    if (props.came) {
      heading.current?.focus();
    }
  }, []);
  const asked = question(address.path, values);
  const send = (watch: boolean): void => {
    setWatched(watch);
    setQuery({ ask: asked });
    ask(target(asked), watch);
  };
  const old = address.fields.filter((field) => field.old).map((field) => field.name);
  return (
    <section class="stack api-trial" aria-labelledby="api-heading">
      <div>
        <h2 id="api-heading" ref={heading} tabIndex={-1}>
          <code>{address.path}</code>
        </h2>
        <p class="api-text" lang="en">
          {address.summary}.
        </p>
      </div>
      <form
        class="card api-form"
        aria-label={t("api.parameters")}
        onSubmit={(event) => {
          event.preventDefault();
          send(false);
        }}
      >
        {address.fields.length === 0 && <p>{t("api.noParameters")}</p>}
        <div class="api-fields">
          {address.fields
            .filter((field) => !field.old)
            .map((field) => (
              <Given
                key={field.name}
                field={field}
                value={values[field.name] ?? ""}
                onInput={(value) => setValues({ ...values, [field.name]: value })}
              />
            ))}
        </div>
        {old.length > 0 && <p class="muted">{t("api.old", { names: old.join(", ") })}</p>}
        <p class="row">
          <button type="submit" class="button primary">
            {t("api.ask")}
          </button>
          {streams(address) && (
            <button type="button" class="button" onClick={() => send(true)}>
              {t("api.stream")}
            </button>
          )}
          {answer?.running && (
            <button type="button" class="button" onClick={stop}>
              {t("common.stop")}
            </button>
          )}
        </p>
      </form>
      <div class="api-request">
        <h3>{t("api.request")}</h3>
        <p>
          <code class="api-line">GET {target(asked)}</code>
        </p>
        <CopyLine
          label={watched ? t("api.curlStream") : t("api.curl")}
          text={curl(location.origin + ROOT_PATH, asked, watched)}
        />
      </div>
      {answer && <Answered answer={answer} codes={props.codes} summary={address.summary} />}
    </section>
  );
}

/** What was given under an older name stands under the present one. */
function named(address: Address, given: Values): Values {
  const old = new Set(address.fields.filter((field) => field.old).map((field) => field.name));
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [old.has(name) && !("position" in given) ? "position" : name, value]),
  );
}

function Given(props: { field: Field; value: string; onInput: (value: string) => void }): JSX.Element {
  const { field, value, onInput } = props;
  const label = field.required ? t("api.required", { name: field.name }) : field.name;
  const hints = [
    field.range && t("api.range", field.range),
    field.usual && t("api.usual", { text: field.usual }),
    !field.usual && field.example && t("api.asIn", { example: field.example }),
  ].filter(Boolean);
  if (field.options.length > 0) {
    const usual = field.usual ? t("api.usual", { text: field.usual }) : t("api.open");
    const words = field.options.map((word) => ({ value: word, label: word }));
    return (
      <SelectField label={label} value={value} options={[{ value: "", label: usual }, ...words]} onInput={onInput} />
    );
  }
  return <TextField label={label} value={value} hint={hints.join("; ")} onInput={onInput} />;
}
