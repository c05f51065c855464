import{a,b}from"./chunk-FMK2RMXQ.js";import"./chunk-Y2PTRUZY.js";import"./chunk-GHZZJOPU.js";export{a as LEVELS,b as Page};
