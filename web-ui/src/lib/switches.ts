/** The switches of the address that is shown. */
import { readSwitches, type Switches } from "./classroom";
import { useRoute } from "./router";

export function useSwitches(): Switches {
  return readSwitches(useRoute().query);
}
