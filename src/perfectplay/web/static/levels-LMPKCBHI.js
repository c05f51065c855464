import{a,b}from"./chunk-62PMFLER.js";import"./chunk-GE7UKQV3.js";import"./chunk-74HRSZGS.js";import"./chunk-NIGVK6I7.js";import"./chunk-NA3HMD5Q.js";export{a as LEVELS,b as Page};
