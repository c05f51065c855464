import{a,b}from"./chunk-VJ4OGJOT.js";import"./chunk-2ZK6HHDW.js";import"./chunk-IZTJYD4Q.js";export{a as LEVELS,b as Page};
