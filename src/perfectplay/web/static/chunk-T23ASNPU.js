import{c as e,f as t}from"./chunk-7XBEWLN6.js";function o(){return e(t().query)}export{o as a};
