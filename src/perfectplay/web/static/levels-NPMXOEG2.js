import{a,b}from"./chunk-CVPHB2OI.js";import"./chunk-47HPGA26.js";import"./chunk-WX5LG6FF.js";import"./chunk-7RJ7MVR7.js";export{a as LEVELS,b as Page};
