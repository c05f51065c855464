import{a,b}from"./chunk-736MJNKO.js";import"./chunk-BNN6NBZR.js";import"./chunk-WX5LG6FF.js";import"./chunk-6CUVZ2G5.js";export{a as LEVELS,b as Page};
