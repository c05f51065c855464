import{a,b}from"./chunk-QHNK4BDH.js";import"./chunk-CUQVZABM.js";import"./chunk-MKLW32BR.js";export{a as LEVELS,b as Page};
