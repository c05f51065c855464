import{a,b}from"./chunk-T2ZSRI5B.js";import"./chunk-5U2TKPEB.js";import"./chunk-WUCG24KQ.js";export{a as LEVELS,b as Page};
