import{a,b}from"./chunk-3YQNYOCD.js";import"./chunk-4NIN43XR.js";import"./chunk-D5HT3AM2.js";export{a as LEVELS,b as Page};
