import{a,b}from"./chunk-EETXRRC4.js";import"./chunk-HEYVEWAX.js";import"./chunk-WX5LG6FF.js";import"./chunk-XDYDNQX4.js";export{a as LEVELS,b as Page};
