import{a,b}from"./chunk-3UOOIKNV.js";import"./chunk-3UDHJX5B.js";import"./chunk-ENGLUZAK.js";export{a as LEVELS,b as Page};
