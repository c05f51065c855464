import{c as e,f as t}from"./chunk-6P6BWG5E.js";function o(){return e(t().query)}export{o as a};
