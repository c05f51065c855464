import{a,b}from"./chunk-56BI6OJT.js";import"./chunk-FVTR2JV3.js";import"./chunk-WX5LG6FF.js";import"./chunk-FXDEDZ4S.js";export{a as LEVELS,b as Page};
