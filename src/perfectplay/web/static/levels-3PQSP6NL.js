import{a,b}from"./chunk-T2H37ZE5.js";import"./chunk-WX5LG6FF.js";import"./chunk-5MVS4JLX.js";import"./chunk-M7RZA5KJ.js";export{a as LEVELS,b as Page};
