import{a,b}from"./chunk-GYHZ7P3P.js";import"./chunk-GBYQXC2B.js";import"./chunk-KBFEECM2.js";import"./chunk-ZIJ4NHN2.js";import"./chunk-DZ2MR2JZ.js";export{a as LEVELS,b as Page};
