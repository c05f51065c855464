import{a,b}from"./chunk-KFRGJJ5O.js";import"./chunk-4YR4OZ4L.js";import"./chunk-GIG6J7QY.js";export{a as LEVELS,b as Page};
