import{a,b}from"./chunk-KOA7LJAN.js";import"./chunk-DYYQDROI.js";import"./chunk-ZVQOA2QA.js";export{a as LEVELS,b as Page};
