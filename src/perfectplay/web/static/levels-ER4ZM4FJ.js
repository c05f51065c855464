import{a,b}from"./chunk-ZNTNJ3M4.js";import"./chunk-CUQVZABM.js";import"./chunk-MKLW32BR.js";export{a as LEVELS,b as Page};
