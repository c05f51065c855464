import{a,b}from"./chunk-5XAKNPY3.js";import"./chunk-VDNUNK3E.js";import"./chunk-3VBTQRIP.js";export{a as LEVELS,b as Page};
