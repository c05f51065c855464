import{a,b}from"./chunk-N4LO2IXK.js";import"./chunk-OFTA6SQ2.js";import"./chunk-ZQSWNKJD.js";export{a as LEVELS,b as Page};
