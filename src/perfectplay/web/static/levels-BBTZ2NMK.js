import{a,b}from"./chunk-2XFA7QRJ.js";import"./chunk-BGXBNUJC.js";import"./chunk-SOAOKWYG.js";export{a as LEVELS,b as Page};
