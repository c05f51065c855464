import{a,b}from"./chunk-47LZ4DW2.js";import"./chunk-6KTSF3A6.js";import"./chunk-ZJEIR3JH.js";export{a as LEVELS,b as Page};
