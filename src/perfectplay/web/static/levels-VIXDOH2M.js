import{a,b}from"./chunk-OTV6DBNZ.js";import"./chunk-WT6CANTY.js";import"./chunk-NLY2EOUD.js";export{a as LEVELS,b as Page};
