import{a,b}from"./chunk-AAFKQN6Z.js";import"./chunk-YB6ET4NO.js";import"./chunk-OBRITMKP.js";export{a as LEVELS,b as Page};
