import{a,b}from"./chunk-UPFGU3QX.js";import"./chunk-KP7NW5NN.js";import"./chunk-5Q6OWRBX.js";export{a as LEVELS,b as Page};
