import{a,b}from"./chunk-LMCDKC3D.js";import"./chunk-EFJVWCSO.js";import"./chunk-OYB4A6PQ.js";export{a as LEVELS,b as Page};
