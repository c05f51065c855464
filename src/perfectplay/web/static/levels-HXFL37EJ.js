import{a,b}from"./chunk-ODZBKWT6.js";import"./chunk-3V4NO3TT.js";import"./chunk-4VAIB7JR.js";export{a as LEVELS,b as Page};
