import{a,b}from"./chunk-BO2WI7MT.js";import"./chunk-7TQTD3RG.js";import"./chunk-S4XLLQNP.js";import"./chunk-4Q4WW2GX.js";export{a as LEVELS,b as Page};
