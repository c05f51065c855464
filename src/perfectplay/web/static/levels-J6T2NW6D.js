import{a,b}from"./chunk-QF7ME233.js";import"./chunk-7FCAWGFF.js";import"./chunk-VXAIUONQ.js";export{a as LEVELS,b as Page};
