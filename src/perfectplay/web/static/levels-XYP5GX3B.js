import{a,b}from"./chunk-ZPQ7BTBA.js";import"./chunk-QDS645RN.js";import"./chunk-WX5LG6FF.js";import"./chunk-KY46GUWW.js";export{a as LEVELS,b as Page};
