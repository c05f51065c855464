import{a,b}from"./chunk-DJHUU743.js";import"./chunk-ZUKQ6Z3J.js";import"./chunk-WX5LG6FF.js";import"./chunk-KXTUCW6P.js";export{a as LEVELS,b as Page};
