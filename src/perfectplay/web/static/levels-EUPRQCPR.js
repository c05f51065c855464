import{a,b}from"./chunk-3RIJ4TDO.js";import"./chunk-BVQPIJGV.js";import"./chunk-4C2OYTFL.js";export{a as LEVELS,b as Page};
