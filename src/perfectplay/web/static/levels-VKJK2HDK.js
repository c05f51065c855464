import{a,b}from"./chunk-XUVIQOVY.js";import"./chunk-5ZQ3SGL6.js";import"./chunk-S4XLLQNP.js";import"./chunk-LPFZ3HG4.js";export{a as LEVELS,b as Page};
