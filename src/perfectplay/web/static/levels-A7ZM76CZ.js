import{a,b}from"./chunk-GXIBYVGM.js";import"./chunk-X362KPZE.js";import"./chunk-HM6XBY2Q.js";export{a as LEVELS,b as Page};
