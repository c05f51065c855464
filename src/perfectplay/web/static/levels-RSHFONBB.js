import{a,b}from"./chunk-EIWIXQ4P.js";import"./chunk-7FCAWGFF.js";import"./chunk-VXAIUONQ.js";export{a as LEVELS,b as Page};
