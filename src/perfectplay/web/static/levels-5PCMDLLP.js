import{a,b}from"./chunk-JOY6AQM6.js";import"./chunk-TR2ZPVGS.js";import"./chunk-2IPZYLN3.js";export{a as LEVELS,b as Page};
