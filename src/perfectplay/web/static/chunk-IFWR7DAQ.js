import{c as e,f as t}from"./chunk-7KAG5VYV.js";function o(){return e(t().query)}export{o as a};
