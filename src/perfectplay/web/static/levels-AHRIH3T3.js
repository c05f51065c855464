import{a,b}from"./chunk-2ALUIFYE.js";import"./chunk-X4J6TXBC.js";import"./chunk-X5ZXP2MS.js";export{a as LEVELS,b as Page};
