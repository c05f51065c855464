import{a,b}from"./chunk-LN2L2Y3G.js";import"./chunk-X4J6TXBC.js";import"./chunk-X5ZXP2MS.js";export{a as LEVELS,b as Page};
