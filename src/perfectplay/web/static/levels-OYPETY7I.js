import{a,b}from"./chunk-HWLSB5DM.js";import"./chunk-SNNLILR5.js";import"./chunk-WX5LG6FF.js";import"./chunk-ZKG732JQ.js";export{a as LEVELS,b as Page};
