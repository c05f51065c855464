import{a,b}from"./chunk-LXP7YJ5L.js";import"./chunk-7NN3UKEK.js";import"./chunk-GJEOFXLN.js";export{a as LEVELS,b as Page};
