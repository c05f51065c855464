import{c as e,f as t}from"./chunk-TLY4VBWN.js";function o(){return e(t().query)}export{o as a};
