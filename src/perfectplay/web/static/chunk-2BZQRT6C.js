import{c as e,f as t}from"./chunk-RPLQAXUO.js";function o(){return e(t().query)}export{o as a};
