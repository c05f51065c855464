import{a,b}from"./chunk-OPLFRNG7.js";import"./chunk-GZJYB3TT.js";import"./chunk-WNG56FE5.js";export{a as LEVELS,b as Page};
