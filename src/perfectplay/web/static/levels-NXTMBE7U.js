import{a,b}from"./chunk-L4VZX677.js";import"./chunk-TQH6BQWX.js";import"./chunk-S4XLLQNP.js";import"./chunk-CPANHQMU.js";export{a as LEVELS,b as Page};
