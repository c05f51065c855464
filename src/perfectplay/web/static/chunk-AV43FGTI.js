import{c as e,f as t}from"./chunk-A4FLH5B7.js";function o(){return e(t().query)}export{o as a};
