import{a,b}from"./chunk-Z7OSZTBI.js";import"./chunk-E6FUJPPM.js";import"./chunk-Z5NQLW4A.js";export{a as LEVELS,b as Page};
