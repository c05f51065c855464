import{a,b}from"./chunk-YOT2UFS3.js";import"./chunk-4ML5XBIV.js";import"./chunk-IOFHBLWG.js";export{a as LEVELS,b as Page};
