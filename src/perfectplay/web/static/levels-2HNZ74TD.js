import{a,b}from"./chunk-UMUDLBIO.js";import"./chunk-W6IPBOQS.js";import"./chunk-GECVMUIL.js";export{a as LEVELS,b as Page};
