import{c as e,f as t}from"./chunk-HIRD6S7Q.js";function o(){return e(t().query)}export{o as a};
