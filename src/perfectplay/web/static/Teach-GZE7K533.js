import{d as e}from"./chunk-V5KZCUB3.js";function t(){return e("p",{})}export{t as Teach};
