import{a,b}from"./chunk-ACBLCW65.js";import"./chunk-6KTSF3A6.js";import"./chunk-ZJEIR3JH.js";export{a as LEVELS,b as Page};
