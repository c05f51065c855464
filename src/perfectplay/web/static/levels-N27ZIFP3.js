import{a,b}from"./chunk-XVWFPNJY.js";import"./chunk-GOJZA4KZ.js";import"./chunk-CPZ7C467.js";import"./chunk-J62DD4CO.js";import"./chunk-I3EHFDU6.js";export{a as LEVELS,b as Page};
