import{a,b}from"./chunk-T3GWSZGJ.js";import"./chunk-DJ6NJOOC.js";import"./chunk-CS3PC7OE.js";import"./chunk-JDVTII6M.js";import"./chunk-QIHDHMPI.js";export{a as LEVELS,b as Page};
