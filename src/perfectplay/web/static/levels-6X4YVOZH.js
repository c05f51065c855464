import{a,b}from"./chunk-DRXHGGD5.js";import"./chunk-AK2SQMKE.js";import"./chunk-5OVG3FFX.js";export{a as LEVELS,b as Page};
