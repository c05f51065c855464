import{a,b}from"./chunk-2Z5IDM74.js";import"./chunk-7NN3UKEK.js";import"./chunk-GJEOFXLN.js";export{a as LEVELS,b as Page};
