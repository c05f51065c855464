import{a,b}from"./chunk-7HNWF7M6.js";import"./chunk-BGXBNUJC.js";import"./chunk-SOAOKWYG.js";export{a as LEVELS,b as Page};
