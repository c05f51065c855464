import{a,b}from"./chunk-XKECSJYC.js";import"./chunk-FAAW7H6J.js";import"./chunk-S4XLLQNP.js";import"./chunk-LSURL2KK.js";export{a as LEVELS,b as Page};
