import{a,b}from"./chunk-GDXJWM5O.js";import"./chunk-7TQTD3RG.js";import"./chunk-4Q4WW2GX.js";export{a as LEVELS,b as Page};
