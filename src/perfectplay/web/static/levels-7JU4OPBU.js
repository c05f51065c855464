import{a,b}from"./chunk-HELV3J5V.js";import"./chunk-VLPP4QU5.js";import"./chunk-WX5LG6FF.js";import"./chunk-JEVCCQDC.js";export{a as LEVELS,b as Page};
