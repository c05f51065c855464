import{a,b}from"./chunk-PN5Z24HI.js";import"./chunk-O4L3ATIJ.js";import"./chunk-KWD3YQ6U.js";export{a as LEVELS,b as Page};
