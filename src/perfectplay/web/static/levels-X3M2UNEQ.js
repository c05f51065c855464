import{a,b}from"./chunk-67AZOHMZ.js";import"./chunk-E343ZT3M.js";import"./chunk-MB5GY2BY.js";import"./chunk-AIR6PHYJ.js";import"./chunk-5LJKK5EL.js";export{a as LEVELS,b as Page};
