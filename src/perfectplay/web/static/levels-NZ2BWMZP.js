import{a,b}from"./chunk-5NCAKA2A.js";import"./chunk-OLBKVY4S.js";import"./chunk-MDAXXR6Q.js";export{a as LEVELS,b as Page};
