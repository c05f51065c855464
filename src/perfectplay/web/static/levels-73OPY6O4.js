import{a,b}from"./chunk-ANVLNUAZ.js";import"./chunk-SZ6XUGUL.js";import"./chunk-PWGVKEHW.js";import"./chunk-XCZOX7QQ.js";import"./chunk-JS4RW6BH.js";export{a as LEVELS,b as Page};
