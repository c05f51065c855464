import{c as e,f as t}from"./chunk-T4P5MF2S.js";function o(){return e(t().query)}export{o as a};
