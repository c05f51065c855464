import{a,b}from"./chunk-RRZWID5H.js";import"./chunk-AXODHREU.js";import"./chunk-U25HS3YL.js";export{a as LEVELS,b as Page};
