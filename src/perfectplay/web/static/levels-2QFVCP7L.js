import{a,b}from"./chunk-QUWHNTZM.js";import"./chunk-QUHRBP57.js";import"./chunk-7BT4MPV5.js";export{a as LEVELS,b as Page};
