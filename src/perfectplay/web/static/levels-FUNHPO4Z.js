import{a,b}from"./chunk-7MT272R3.js";import"./chunk-2UWX5AUS.js";import"./chunk-44NXACV4.js";export{a as LEVELS,b as Page};
