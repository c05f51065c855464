import{a,b}from"./chunk-CN567EK6.js";import"./chunk-DYYQDROI.js";import"./chunk-ZVQOA2QA.js";export{a as LEVELS,b as Page};
