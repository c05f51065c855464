import{a,b}from"./chunk-BJAKMNVS.js";import"./chunk-JJBB2A3V.js";import"./chunk-X5EPDMLR.js";export{a as LEVELS,b as Page};
