import{a,b}from"./chunk-2XQVLAI2.js";import"./chunk-H2KA3L5O.js";import"./chunk-WX5LG6FF.js";import"./chunk-VSGKIX33.js";export{a as LEVELS,b as Page};
