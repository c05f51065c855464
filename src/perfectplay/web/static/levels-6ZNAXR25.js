import{a,b}from"./chunk-QCBBSV3Z.js";import"./chunk-5KNE5MSN.js";import"./chunk-Y7VFRBWZ.js";export{a as LEVELS,b as Page};
