import{a,b}from"./chunk-BFZT5XNY.js";import"./chunk-BGXBNUJC.js";import"./chunk-SOAOKWYG.js";export{a as LEVELS,b as Page};
