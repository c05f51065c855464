import{a,b}from"./chunk-FBKKPUSH.js";import"./chunk-JWT7YEJ2.js";import"./chunk-26PPVFQ7.js";export{a as LEVELS,b as Page};
