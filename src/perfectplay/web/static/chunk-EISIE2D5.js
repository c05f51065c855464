import{c as e,f as t}from"./chunk-QP4SFEKJ.js";function o(){return e(t().query)}export{o as a};
