import{a,b}from"./chunk-GS4Y2HKJ.js";import"./chunk-TR2ZPVGS.js";import"./chunk-2IPZYLN3.js";export{a as LEVELS,b as Page};
