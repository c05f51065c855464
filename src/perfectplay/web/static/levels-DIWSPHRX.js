import{a,b}from"./chunk-43XLP42W.js";import"./chunk-YB6ET4NO.js";import"./chunk-OBRITMKP.js";export{a as LEVELS,b as Page};
