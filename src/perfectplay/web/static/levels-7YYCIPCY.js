import{a,b}from"./chunk-665B7Q7Y.js";import"./chunk-CF6LK4VC.js";import"./chunk-EAOSL74S.js";export{a as LEVELS,b as Page};
