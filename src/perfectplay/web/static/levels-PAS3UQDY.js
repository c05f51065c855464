import{a,b}from"./chunk-7QGEZZPS.js";import"./chunk-YB6ET4NO.js";import"./chunk-OBRITMKP.js";export{a as LEVELS,b as Page};
