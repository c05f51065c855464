import{a,b}from"./chunk-D3HD6NOB.js";import"./chunk-5MVS4JLX.js";import"./chunk-M7RZA5KJ.js";export{a as LEVELS,b as Page};
