import{a,b}from"./chunk-6T5X6672.js";import"./chunk-AK2SQMKE.js";import"./chunk-EIEOCYDF.js";import"./chunk-5OVG3FFX.js";export{a as LEVELS,b as Page};
