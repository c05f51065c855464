import{a,b}from"./chunk-AUHQ4CWO.js";import"./chunk-S77ZKN6H.js";import"./chunk-ZGA473XC.js";export{a as LEVELS,b as Page};
