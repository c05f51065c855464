import{a,b}from"./chunk-F27XNSRV.js";import"./chunk-SII3C7UM.js";import"./chunk-BPL72D2O.js";export{a as LEVELS,b as Page};
