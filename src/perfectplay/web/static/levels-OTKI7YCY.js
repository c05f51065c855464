import{a,b}from"./chunk-3RJGFIN7.js";import"./chunk-4U5WWSRJ.js";import"./chunk-GN56JDSV.js";export{a as LEVELS,b as Page};
