import{a,b}from"./chunk-BJNYOJ6V.js";import"./chunk-66AK7ML7.js";import"./chunk-Z7TI762U.js";export{a as LEVELS,b as Page};
