import{c as e,f as t}from"./chunk-576NIJ3V.js";function o(){return e(t().query)}export{o as a};
