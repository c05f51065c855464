import{a,b}from"./chunk-653P7X6V.js";import"./chunk-YQGTFDXW.js";import"./chunk-HD25G2QZ.js";export{a as LEVELS,b as Page};
