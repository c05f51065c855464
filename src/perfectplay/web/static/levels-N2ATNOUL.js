import{a,b}from"./chunk-NWAIGCXW.js";import"./chunk-XJ6CQ466.js";import"./chunk-G5YBD77K.js";export{a as LEVELS,b as Page};
