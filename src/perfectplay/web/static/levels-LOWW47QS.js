import{a,b}from"./chunk-FHJ55CTG.js";import"./chunk-UCPE2XKG.js";import"./chunk-UWSJV7QH.js";export{a as LEVELS,b as Page};
