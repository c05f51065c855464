import{a,b}from"./chunk-6DF43AZH.js";import"./chunk-HEYVEWAX.js";import"./chunk-XDYDNQX4.js";export{a as LEVELS,b as Page};
