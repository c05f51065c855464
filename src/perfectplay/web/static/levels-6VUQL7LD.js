import{a,b}from"./chunk-VEYBJUUZ.js";import"./chunk-AC4EH7OG.js";import"./chunk-F6WMZC5R.js";export{a as LEVELS,b as Page};
