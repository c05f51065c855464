import{a,b}from"./chunk-DQAVM737.js";import"./chunk-SII3C7UM.js";import"./chunk-S4XLLQNP.js";import"./chunk-BPL72D2O.js";export{a as LEVELS,b as Page};
