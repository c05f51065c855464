/** The switches of the current address. */
import { readSwitches, type Switches } from "./classroom";
import { useRoute } from "./router";

export function useSwitches(): Switches {
  return readSwitches(useRoute().query);
}
