import type { JSX } from "preact";
import { Icon, type IconName } from "./Icon";

/** A button, or a link that looks like one. A button that is off keeps the focus, and pressing it does nothing. */
export function Button(props: {
  text: string;
  icon?: IconName;
  /** Set if only the icon is shown; `text` is then the label. */
  bare?: boolean;
  /** Set if a small screen shows only the icon. */
  folds?: boolean;
  /** Further classes, such as "primary" or "quiet". */
  look?: string | undefined;
  /** The label for screen readers, if it differs from the text. */
  label?: string;
  title?: string;
  /** The key that does the same. */
  keys?: string | undefined;
  href?: string;
  off?: boolean;
  onClick?: () => void;
}): JSX.Element {
  const { text, icon, bare = false, look = "", href, off } = props;
  const shared = {
    class: `button ${bare ? "icon-only" : ""} ${look}`.trim(),
    title: props.title,
    "aria-label": props.label ?? (bare ? text : undefined),
    "aria-keyshortcuts": props.keys,
    children: [icon && <Icon name={icon} />, !bare && (props.folds ? <span class="hidden-small">{text}</span> : text)],
  };
  return href === undefined ? (
    <button type="button" aria-disabled={off} onClick={() => !off && props.onClick?.()} {...shared} />
  ) : (
    <a href={href} {...shared} />
  );
}
