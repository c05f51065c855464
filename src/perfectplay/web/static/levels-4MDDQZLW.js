import{a,b}from"./chunk-P3Z7KOMA.js";import"./chunk-7NN3UKEK.js";import"./chunk-GJEOFXLN.js";export{a as LEVELS,b as Page};
