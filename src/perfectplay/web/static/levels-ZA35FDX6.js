import{a,b}from"./chunk-L4RN2KIL.js";import"./chunk-BNN6NBZR.js";import"./chunk-6CUVZ2G5.js";export{a as LEVELS,b as Page};
