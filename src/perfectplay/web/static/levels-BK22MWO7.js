import{a,b}from"./chunk-24XFUPDB.js";import"./chunk-J5T6PABE.js";import"./chunk-V5F2RYVM.js";export{a as LEVELS,b as Page};
