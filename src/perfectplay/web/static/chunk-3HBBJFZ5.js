import{c as e,f as t}from"./chunk-N3QIP7AS.js";function o(){return e(t().query)}export{o as a};
