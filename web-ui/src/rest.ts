/** What every page needs except the home page. It loads with the first of them. */
import { addIcons } from "./components/Icon";
import { ICONS } from "./components/icons";
import { byKernels } from "./lib/answers";
import { addDoor } from "./lib/door";
import "./styles/more.css";

addIcons(ICONS);
addDoor(byKernels);
