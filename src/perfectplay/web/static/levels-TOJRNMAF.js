import{a,b}from"./chunk-NAZOMM6S.js";import"./chunk-F55YB4EL.js";import"./chunk-WR26YF3Y.js";export{a as LEVELS,b as Page};
