import{a,b}from"./chunk-UOWFBLK3.js";import"./chunk-L3NQGJX4.js";import"./chunk-W2GYC3E6.js";export{a as LEVELS,b as Page};
