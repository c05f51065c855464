import{a,b}from"./chunk-5K5GKGKJ.js";import"./chunk-JOCPIUM7.js";import"./chunk-YMJTC6MR.js";export{a as LEVELS,b as Page};
