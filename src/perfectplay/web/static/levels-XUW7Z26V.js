import{a,b}from"./chunk-YSCDWPX5.js";import"./chunk-TR2ZPVGS.js";import"./chunk-2IPZYLN3.js";export{a as LEVELS,b as Page};
