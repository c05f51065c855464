import{a,b}from"./chunk-H2CXP6ZB.js";import"./chunk-TQH6BQWX.js";import"./chunk-CPANHQMU.js";export{a as LEVELS,b as Page};
