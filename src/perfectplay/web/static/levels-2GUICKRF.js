import{a,b}from"./chunk-Q32I6KVL.js";import"./chunk-HTU65QA3.js";import"./chunk-5GP7SA3Y.js";export{a as LEVELS,b as Page};
