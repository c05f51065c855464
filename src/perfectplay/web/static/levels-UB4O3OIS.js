import{a,b}from"./chunk-Z6W7DFGW.js";import"./chunk-N3DUUURZ.js";import"./chunk-CW6YQ4LJ.js";export{a as LEVELS,b as Page};
