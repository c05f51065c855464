import{a,b}from"./chunk-YTJWCDRX.js";import"./chunk-KYKU55GY.js";import"./chunk-JBPMBN3G.js";export{a as LEVELS,b as Page};
