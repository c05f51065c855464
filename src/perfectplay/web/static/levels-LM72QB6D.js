import{a,b}from"./chunk-QEP7I2MC.js";import"./chunk-H2KA3L5O.js";import"./chunk-VSGKIX33.js";export{a as LEVELS,b as Page};
