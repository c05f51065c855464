import{c as e,f as t}from"./chunk-TI7XHCDX.js";function o(){return e(t().query)}export{o as a};
