import{a,b}from"./chunk-UU735UYT.js";import"./chunk-5U2TKPEB.js";import"./chunk-WX5LG6FF.js";import"./chunk-WUCG24KQ.js";export{a as LEVELS,b as Page};
