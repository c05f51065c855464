import{c as e,f as t}from"./chunk-ALCE6RBB.js";function o(){return e(t().query)}export{o as a};
