import{a,b}from"./chunk-OTA4LOMI.js";import"./chunk-PU5NUNXU.js";import"./chunk-E722ZKYB.js";export{a as LEVELS,b as Page};
