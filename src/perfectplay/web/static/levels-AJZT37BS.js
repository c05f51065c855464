import{a,b}from"./chunk-KHB3O664.js";import"./chunk-B6I3BXYZ.js";import"./chunk-FXDEPYQN.js";import"./chunk-F6G67HIU.js";import"./chunk-SUA4PZTF.js";export{a as LEVELS,b as Page};
