import{c as e,f as t}from"./chunk-W5KNKVWU.js";function o(){return e(t().query)}export{o as a};
