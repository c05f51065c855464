import{a,b}from"./chunk-ERFOWCJJ.js";import"./chunk-XYBDDEAB.js";import"./chunk-NGCEPWHQ.js";export{a as LEVELS,b as Page};
