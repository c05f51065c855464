import{a,b}from"./chunk-XIGCGZ2D.js";import"./chunk-OLBKVY4S.js";import"./chunk-MDAXXR6Q.js";export{a as LEVELS,b as Page};
