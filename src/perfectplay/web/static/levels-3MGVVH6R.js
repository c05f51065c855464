import{a,b}from"./chunk-FSKME2S4.js";import"./chunk-3UDHJX5B.js";import"./chunk-ENGLUZAK.js";export{a as LEVELS,b as Page};
