import type { ComponentChildren, JSX, TargetedKeyboardEvent } from "preact";
import { useId, useRef } from "preact/hooks";

/**
 * Panels with tabs: one panel is visible at a time. Arrow keys move between the tabs (ARIA Authoring Practices: tabs).
 */
export function Tabs(props: {
  label: string;
  tabs: readonly { id: string; label: string }[];
  selected: string;
  onSelect: (id: string) => void;
  /** The content of the selected panel. */
  children: ComponentChildren;
}): JSX.Element {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const at = props.tabs.findIndex((tab) => tab.id === props.selected);
    const last = props.tabs.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: at > 0 ? at - 1 : last,
      ArrowRight: at < last ? at + 1 : 0,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    const tab = target === undefined ? undefined : props.tabs[target];
    if (target !== undefined && tab) {
      event.preventDefault();
      props.onSelect(tab.id);
      list.current?.querySelectorAll<HTMLElement>("[role=tab]")[target]?.focus();
    }
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={props.label} ref={list} onKeyDown={onKeyDown}>
        {props.tabs.map((tab) => (
          <button
            type="button"
            key={tab.id}
            id={`${id}-${tab.id}`}
            role="tab"
            aria-selected={tab.id === props.selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === props.selected ? 0 : -1}
            onClick={() => props.onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} class="stack" role="tabpanel" tabIndex={0} aria-labelledby={`${id}-${props.selected}`}>
        {props.children}
      </div>
    </div>
  );
}
