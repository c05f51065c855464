import{a,b}from"./chunk-ITGHOMUO.js";import"./chunk-HFA2LQKI.js";import"./chunk-4ZJE3HZ6.js";export{a as LEVELS,b as Page};
