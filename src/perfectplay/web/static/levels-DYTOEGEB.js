import{a,b}from"./chunk-5FUECUFE.js";import"./chunk-7NN3UKEK.js";import"./chunk-GJEOFXLN.js";export{a as LEVELS,b as Page};
