import{a,b}from"./chunk-HH6Q6ZUF.js";import"./chunk-CF6LK4VC.js";import"./chunk-EAOSL74S.js";export{a as LEVELS,b as Page};
