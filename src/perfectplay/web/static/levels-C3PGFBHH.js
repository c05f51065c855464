import{a,b}from"./chunk-XL6WPVCF.js";import"./chunk-ATYXGEUO.js";import"./chunk-TH6L7UMY.js";import"./chunk-H4ORK7L3.js";import"./chunk-XEA67ZX2.js";export{a as LEVELS,b as Page};
