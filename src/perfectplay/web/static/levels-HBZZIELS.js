import{a,b}from"./chunk-H4WYZ2AJ.js";import"./chunk-ZIWVJHFG.js";import"./chunk-PEKAHTA5.js";import"./chunk-RIRT2PK6.js";import"./chunk-XX5RSLHB.js";export{a as LEVELS,b as Page};
