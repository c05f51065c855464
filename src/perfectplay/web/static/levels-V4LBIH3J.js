import{a,b}from"./chunk-7OVEULQV.js";import"./chunk-JWT7YEJ2.js";import"./chunk-WX5LG6FF.js";import"./chunk-26PPVFQ7.js";export{a as LEVELS,b as Page};
