import{a,b}from"./chunk-N4AMXYB4.js";import"./chunk-JOCPIUM7.js";import"./chunk-YMJTC6MR.js";export{a as LEVELS,b as Page};
