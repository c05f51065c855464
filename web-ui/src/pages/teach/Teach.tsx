import type { JSX } from "preact";
export function Teach(): JSX.Element {
  return <p />;
}
