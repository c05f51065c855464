import{a,b}from"./chunk-BZUI425L.js";import"./chunk-I6FENIBD.js";import"./chunk-TXXTWHLU.js";import"./chunk-S34VIFCB.js";import"./chunk-O56UUBRC.js";export{a as LEVELS,b as Page};
