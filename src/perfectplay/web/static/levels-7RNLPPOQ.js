import{a,b}from"./chunk-YYMN7VX7.js";import"./chunk-7BHNW3ZK.js";import"./chunk-7QUCNTA6.js";export{a as LEVELS,b as Page};
