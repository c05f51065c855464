import{c as e,f as t}from"./chunk-WKXVKM3I.js";function o(){return e(t().query)}export{o as a};
