import{a,b}from"./chunk-BJ2SRZ4R.js";import"./chunk-7BHNW3ZK.js";import"./chunk-WX5LG6FF.js";import"./chunk-7QUCNTA6.js";export{a as LEVELS,b as Page};
