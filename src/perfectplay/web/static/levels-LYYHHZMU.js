import{a,b}from"./chunk-5A6EYASH.js";import"./chunk-X362KPZE.js";import"./chunk-HM6XBY2Q.js";export{a as LEVELS,b as Page};
