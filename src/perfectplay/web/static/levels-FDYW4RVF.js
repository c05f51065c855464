import{a,b}from"./chunk-E4SLSI7V.js";import"./chunk-WT6CANTY.js";import"./chunk-NLY2EOUD.js";export{a as LEVELS,b as Page};
