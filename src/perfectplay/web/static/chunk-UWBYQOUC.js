import{c as e,f as t}from"./chunk-7HXPP7RE.js";function o(){return e(t().query)}export{o as a};
