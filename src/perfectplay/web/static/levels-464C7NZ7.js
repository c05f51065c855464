import{a,b}from"./chunk-GKTJWU25.js";import"./chunk-JOCPIUM7.js";import"./chunk-YMJTC6MR.js";export{a as LEVELS,b as Page};
