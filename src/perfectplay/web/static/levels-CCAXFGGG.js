import{a,b}from"./chunk-GXR7MU6P.js";import"./chunk-JJBB2A3V.js";import"./chunk-X5EPDMLR.js";export{a as LEVELS,b as Page};
