import{a,b}from"./chunk-XPQQPHQV.js";import"./chunk-OLBKVY4S.js";import"./chunk-MDAXXR6Q.js";export{a as LEVELS,b as Page};
