import{a,b}from"./chunk-TDS7P2LZ.js";import"./chunk-EFJVWCSO.js";import"./chunk-OYB4A6PQ.js";export{a as LEVELS,b as Page};
