import{a,b}from"./chunk-LDMS3WM7.js";import"./chunk-F55YB4EL.js";import"./chunk-WR26YF3Y.js";export{a as LEVELS,b as Page};
