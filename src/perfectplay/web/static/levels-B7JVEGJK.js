import{a,b}from"./chunk-GNKYEFA3.js";import"./chunk-UCPE2XKG.js";import"./chunk-WX5LG6FF.js";import"./chunk-UWSJV7QH.js";export{a as LEVELS,b as Page};
