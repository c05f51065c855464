import{a,b}from"./chunk-6SOKQHL4.js";import"./chunk-5ZQ3SGL6.js";import"./chunk-LPFZ3HG4.js";export{a as LEVELS,b as Page};
