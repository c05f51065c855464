import{c as e,f as t}from"./chunk-KCIJIL3X.js";function o(){return e(t().query)}export{o as a};
