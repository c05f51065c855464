import{a,b}from"./chunk-YVMISVH5.js";import"./chunk-BVQPIJGV.js";import"./chunk-4C2OYTFL.js";export{a as LEVELS,b as Page};
