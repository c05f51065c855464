import{a,b}from"./chunk-PIMSDQ7R.js";import"./chunk-2UWX5AUS.js";import"./chunk-44NXACV4.js";export{a as LEVELS,b as Page};
