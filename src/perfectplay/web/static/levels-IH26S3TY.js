import{a,b}from"./chunk-44HGQK7F.js";import"./chunk-SNNLILR5.js";import"./chunk-ZKG732JQ.js";export{a as LEVELS,b as Page};
