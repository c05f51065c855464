import{a,b}from"./chunk-DFA37QBF.js";import"./chunk-O4L3ATIJ.js";import"./chunk-KWD3YQ6U.js";export{a as LEVELS,b as Page};
