import{a,b}from"./chunk-QOG5M2JF.js";import"./chunk-CHR5QL2Y.js";import"./chunk-SLHD5H62.js";export{a as LEVELS,b as Page};
