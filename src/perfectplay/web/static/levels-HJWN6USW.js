import{a,b}from"./chunk-HHXGQMZY.js";import"./chunk-CUQVZABM.js";import"./chunk-MKLW32BR.js";export{a as LEVELS,b as Page};
