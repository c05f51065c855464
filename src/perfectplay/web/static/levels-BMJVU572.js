import{a,b}from"./chunk-QNZJPFDG.js";import"./chunk-VDNUNK3E.js";import"./chunk-3VBTQRIP.js";export{a as LEVELS,b as Page};
