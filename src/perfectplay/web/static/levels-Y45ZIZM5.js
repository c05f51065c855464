import{a,b}from"./chunk-AWBLQCRM.js";import"./chunk-S77ZKN6H.js";import"./chunk-S4XLLQNP.js";import"./chunk-ZGA473XC.js";export{a as LEVELS,b as Page};
