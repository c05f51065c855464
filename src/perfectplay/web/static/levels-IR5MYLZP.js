import{a,b}from"./chunk-O3PX2BAZ.js";import"./chunk-FC5WVBNW.js";import"./chunk-HH25XXJW.js";export{a as LEVELS,b as Page};
