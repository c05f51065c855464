import{a,b}from"./chunk-F5RGFDQ2.js";import"./chunk-Y2PTRUZY.js";import"./chunk-GHZZJOPU.js";export{a as LEVELS,b as Page};
