import{a,b}from"./chunk-TCTKSHLG.js";import"./chunk-6X3KVLUM.js";import"./chunk-66RSTTTL.js";export{a as LEVELS,b as Page};
