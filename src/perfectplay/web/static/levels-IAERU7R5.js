import{a,b}from"./chunk-7FLRR4I4.js";import"./chunk-2ZK6HHDW.js";import"./chunk-IZTJYD4Q.js";export{a as LEVELS,b as Page};
