import{a,b}from"./chunk-E6LWQATP.js";import"./chunk-S4XLLQNP.js";import"./chunk-SF22A7XQ.js";import"./chunk-DG5P6H6M.js";export{a as LEVELS,b as Page};
