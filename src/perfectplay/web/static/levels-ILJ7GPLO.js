import{a,b}from"./chunk-3MKY5KT2.js";import"./chunk-5KNE5MSN.js";import"./chunk-Y7VFRBWZ.js";export{a as LEVELS,b as Page};
