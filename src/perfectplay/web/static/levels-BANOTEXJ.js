import{a,b}from"./chunk-JEBPRADZ.js";import"./chunk-J5T6PABE.js";import"./chunk-WX5LG6FF.js";import"./chunk-V5F2RYVM.js";export{a as LEVELS,b as Page};
