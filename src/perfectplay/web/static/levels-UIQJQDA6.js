import{a,b}from"./chunk-G3HDA5FG.js";import"./chunk-2ZK6HHDW.js";import"./chunk-IZTJYD4Q.js";export{a as LEVELS,b as Page};
