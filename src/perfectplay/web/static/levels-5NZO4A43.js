import{a,b}from"./chunk-7PIBMLQZ.js";import"./chunk-XPVU3LRS.js";import"./chunk-SJECX6RV.js";export{a as LEVELS,b as Page};
