import{a,b}from"./chunk-6MEIQPLZ.js";import"./chunk-FAAW7H6J.js";import"./chunk-LSURL2KK.js";export{a as LEVELS,b as Page};
