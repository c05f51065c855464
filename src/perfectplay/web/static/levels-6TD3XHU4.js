import{a,b}from"./chunk-2ONAJRJL.js";import"./chunk-ZMWL5R6I.js";import"./chunk-JJVKD4D4.js";import"./chunk-GAYKJ2HN.js";import"./chunk-6WDUY3J5.js";export{a as LEVELS,b as Page};
