import{a,b}from"./chunk-6TEUX5YN.js";import"./chunk-AXODHREU.js";import"./chunk-WX5LG6FF.js";import"./chunk-U25HS3YL.js";export{a as LEVELS,b as Page};
