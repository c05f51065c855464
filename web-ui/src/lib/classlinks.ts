/** Links for a class, which set switches. */
import { type Switches, USUAL, YES_OR_NO } from "./classroom";

/** Return the parameters for these switches; null removes a parameter that has its default. */
function writeSwitches(switches: Switches): Readonly<Record<string, string | null>> {
  const found: Record<string, string | null> = { hints: switches.hints === USUAL.hints ? null : switches.hints };
  for (const [which, [name, value]] of Object.entries(YES_OR_NO)) {
    const unusual = switches[which as keyof typeof YES_OR_NO] !== USUAL[which as keyof typeof YES_OR_NO];
    found[name] = unusual ? value : null;
  }
  return found;
}

/** Return a path with these switches added to its query. */
export function withSwitches(path: string, switches: Switches): string {
  const [before = "", query = ""] = path.split("?", 2);
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(writeSwitches(switches))) {
    if (value === null) {
      params.delete(name);
    } else {
      params.set(name, value);
    }
  }
  const text = params.toString();
  return text ? `${before}?${text}` : before;
}
