import{a,b}from"./chunk-GEE3BN5D.js";import"./chunk-3UDHJX5B.js";import"./chunk-ENGLUZAK.js";export{a as LEVELS,b as Page};
