import{a,b}from"./chunk-HDH4VNFM.js";import"./chunk-OFTA6SQ2.js";import"./chunk-ZQSWNKJD.js";export{a as LEVELS,b as Page};
