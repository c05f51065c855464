import{a,b}from"./chunk-GK3CFHQY.js";import"./chunk-Y2PTRUZY.js";import"./chunk-GHZZJOPU.js";export{a as LEVELS,b as Page};
