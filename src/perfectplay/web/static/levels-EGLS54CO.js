import{a,b}from"./chunk-GY3MDXBC.js";import"./chunk-LYBILKGF.js";import"./chunk-P2W2LHGC.js";export{a as LEVELS,b as Page};
