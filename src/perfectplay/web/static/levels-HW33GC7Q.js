import{a,b}from"./chunk-TAGEJV6O.js";import"./chunk-ZUKQ6Z3J.js";import"./chunk-KXTUCW6P.js";export{a as LEVELS,b as Page};
