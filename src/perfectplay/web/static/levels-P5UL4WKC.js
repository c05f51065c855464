import{a,b}from"./chunk-6JRHPFAH.js";import"./chunk-422I2O36.js";import"./chunk-QRRTLJ3H.js";export{a as LEVELS,b as Page};
