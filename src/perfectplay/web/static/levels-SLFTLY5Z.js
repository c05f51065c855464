import{a,b}from"./chunk-C2Q2ZLMQ.js";import"./chunk-XYBDDEAB.js";import"./chunk-NGCEPWHQ.js";export{a as LEVELS,b as Page};
