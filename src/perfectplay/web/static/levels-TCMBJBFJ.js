import{a,b}from"./chunk-OXXPFUYE.js";import"./chunk-YB6ET4NO.js";import"./chunk-OBRITMKP.js";export{a as LEVELS,b as Page};
