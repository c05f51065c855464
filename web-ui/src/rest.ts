/** Loads what every page needs except the home page, with the first of these pages. */
import { addIcons } from "./components/Icon";
import { ICONS } from "./components/icons";
import { drawArcs } from "./components/stage/arcs";
import { addMouths } from "./components/stage/Face";
import { MOUTHS } from "./components/stage/mouths";
import { drawBy } from "./components/tiles/aim";
import { GAMES } from "./generated/games";
import { byKernels } from "./lib/answers";
import { addDoor } from "./lib/door";
import { declareGames } from "./lib/games";
import "./components/tiles/large.css";
import "./styles/more.css";

addIcons(ICONS);
addMouths(MOUTHS);
drawBy(drawArcs);
addDoor(byKernels);
declareGames(GAMES);
