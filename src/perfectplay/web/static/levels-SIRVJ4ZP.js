import{a,b}from"./chunk-ZXZPRNM7.js";import"./chunk-ZM4XYF35.js";import"./chunk-IJWRFH4B.js";import"./chunk-MQAFOYHA.js";import"./chunk-RTED53RA.js";export{a as LEVELS,b as Page};
