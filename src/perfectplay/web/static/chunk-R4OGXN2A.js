import{c as e,f as t}from"./chunk-QUIQB2SL.js";function o(){return e(t().query)}export{o as a};
