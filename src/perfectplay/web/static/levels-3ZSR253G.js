import{a,b}from"./chunk-WD42FGWK.js";import"./chunk-OLBKVY4S.js";import"./chunk-MDAXXR6Q.js";export{a as LEVELS,b as Page};
