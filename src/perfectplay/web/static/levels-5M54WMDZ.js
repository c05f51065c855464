import{a,b}from"./chunk-4IYYWKU3.js";import"./chunk-WT6CANTY.js";import"./chunk-NLY2EOUD.js";export{a as LEVELS,b as Page};
