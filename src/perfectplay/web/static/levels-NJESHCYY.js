import{a,b}from"./chunk-VBJRYA2V.js";import"./chunk-47HPGA26.js";import"./chunk-7RJ7MVR7.js";export{a as LEVELS,b as Page};
