import{a,b}from"./chunk-HJHWKSFY.js";import"./chunk-XYBDDEAB.js";import"./chunk-NGCEPWHQ.js";export{a as LEVELS,b as Page};
