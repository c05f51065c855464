import{a,b}from"./chunk-AM4HJFZX.js";import"./chunk-X362KPZE.js";import"./chunk-HM6XBY2Q.js";export{a as LEVELS,b as Page};
