import{a,b}from"./chunk-D77A4L4E.js";import"./chunk-4U5WWSRJ.js";import"./chunk-GN56JDSV.js";export{a as LEVELS,b as Page};
