import{a,b}from"./chunk-J3RCJQT3.js";import"./chunk-VLPP4QU5.js";import"./chunk-JEVCCQDC.js";export{a as LEVELS,b as Page};
