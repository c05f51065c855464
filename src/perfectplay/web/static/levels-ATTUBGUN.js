import{a,b}from"./chunk-WG7XMSU5.js";import"./chunk-7FCAWGFF.js";import"./chunk-VXAIUONQ.js";export{a as LEVELS,b as Page};
