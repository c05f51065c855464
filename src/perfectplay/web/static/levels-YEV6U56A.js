import{a,b}from"./chunk-G4WYX7CS.js";import"./chunk-EFJVWCSO.js";import"./chunk-OYB4A6PQ.js";export{a as LEVELS,b as Page};
