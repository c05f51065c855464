import{a,b}from"./chunk-GB4SM53T.js";import"./chunk-QDS645RN.js";import"./chunk-KY46GUWW.js";export{a as LEVELS,b as Page};
