import{a,b}from"./chunk-4I4TDSDU.js";import"./chunk-FC5WVBNW.js";import"./chunk-HH25XXJW.js";export{a as LEVELS,b as Page};
