import{a,b}from"./chunk-D5X25MOM.js";import"./chunk-E6FUJPPM.js";import"./chunk-Z5NQLW4A.js";export{a as LEVELS,b as Page};
