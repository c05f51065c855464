import{a,b}from"./chunk-C3E5KVC3.js";import"./chunk-4YR4OZ4L.js";import"./chunk-WX5LG6FF.js";import"./chunk-GIG6J7QY.js";export{a as LEVELS,b as Page};
