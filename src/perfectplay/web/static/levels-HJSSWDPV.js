import{a,b}from"./chunk-EEMDZ63P.js";import"./chunk-FVTR2JV3.js";import"./chunk-FXDEDZ4S.js";export{a as LEVELS,b as Page};
