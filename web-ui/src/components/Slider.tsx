import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { num, t } from "../lib/i18n";
import { Button } from "./Button";
import type { IconName } from "./Icon";

/** A slider for a number from min to max; `steps` adds buttons that move it by one step or to an end. */
export function Slider(props: {
  label: string;
  min: number;
  max: number;
  value: number;
  onInput: (value: number) => void;
  /** The value in words, for screen readers and beside the label; by default, it is shown as a number. */
  valueText?: string;
  steps?: boolean;
}): JSX.Element {
  const id = useId();
  const { min, max, value } = props;
  const words = props.valueText ?? num(value);
  const step = (icon: IconName, label: string, target: number): JSX.Element => (
    <Button icon={icon} bare text={label} look="quiet" off={target === value} onClick={() => props.onInput(target)} />
  );
  return (
    <div class="slider">
      <div class="row between">
        <label for={id}>{props.label}</label>
        <output for={id} class="number">
          {words}
        </output>
      </div>
      <div class="joined">
        {props.steps && step("first", t("slider.first"), min)}
        {props.steps && step("back", t("slider.back"), Math.max(min, value - 1))}
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={1}
          value={value}
          aria-valuetext={words}
          onInput={(event) => props.onInput(event.currentTarget.valueAsNumber)}
        />
        {props.steps && step("forward", t("slider.forward"), Math.min(max, value + 1))}
        {props.steps && step("last", t("slider.last"), max)}
      </div>
    </div>
  );
}
