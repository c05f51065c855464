import{c as e,f as t}from"./chunk-4VHWWDAE.js";function o(){return e(t().query)}export{o as a};
