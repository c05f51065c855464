import{a,b}from"./chunk-HZV2WLVP.js";import"./chunk-YQGTFDXW.js";import"./chunk-HD25G2QZ.js";export{a as LEVELS,b as Page};
