import{c as e,f as t}from"./chunk-TVFE4MPF.js";function o(){return e(t().query)}export{o as a};
