import{a,b}from"./chunk-ONPFDTMX.js";import"./chunk-NDG5D4BX.js";import"./chunk-TL5DSXQ7.js";import"./chunk-AEYFTK2L.js";import"./chunk-KBBZT5W6.js";export{a as LEVELS,b as Page};
