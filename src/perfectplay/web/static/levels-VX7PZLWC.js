import{a,b}from"./chunk-2AM7NO6S.js";import"./chunk-OFTA6SQ2.js";import"./chunk-ZQSWNKJD.js";export{a as LEVELS,b as Page};
