import{a,b}from"./chunk-Q5ETETNI.js";import"./chunk-N3DUUURZ.js";import"./chunk-CW6YQ4LJ.js";export{a as LEVELS,b as Page};
