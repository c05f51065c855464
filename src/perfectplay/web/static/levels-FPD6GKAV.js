import{a,b}from"./chunk-USJQLS4I.js";import"./chunk-FC5WVBNW.js";import"./chunk-HH25XXJW.js";export{a as LEVELS,b as Page};
