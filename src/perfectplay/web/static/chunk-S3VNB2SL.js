import{c as e,f as t}from"./chunk-W7CN3N3Y.js";function o(){return e(t().query)}export{o as a};
