import type { JSX } from "preact";
import { apiUrl, type Params } from "../lib/api";
import { language, t } from "../lib/i18n";
import { Icon } from "./Icon";

/** Links that save a picture and its numbers. */
export function Downloads(props: {
  /** Paths of the API, such as "/lab/bounds.svg". */
  svg?: string;
  csv?: string;
  /** The file's name without its extension. */
  name: string;
  params?: Params;
}): JSX.Element {
  const link = (path: string, ending: string, label: string): JSX.Element => (
    <a
      class="button quiet"
      href={apiUrl(path, { ...props.params, lang: language() })}
      download={`${props.name}.${ending}`}
    >
      <Icon name="download" />
      {label}
    </a>
  );
  return (
    <p class="row downloads no-print">
      {props.svg !== undefined && link(props.svg, "svg", t("download.svg"))}
      {props.csv !== undefined && link(props.csv, "csv", t("download.csv"))}
    </p>
  );
}
