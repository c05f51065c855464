<<<<<<<< HEAD:src/perfectplay/web/static/levels-SXNPJSIK.js
import{C as n}from"./chunk-FVTR2JV3.js";import{B as o,E as r,H as m}from"./chunk-FXDEDZ4S.js";var t=2,l=99,a=Array.from({length:l},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>o("after.level.pot",{n:r(t+e)})}));function y(){return m(n,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{y as Page};
========
import{C as n}from"./chunk-HEYVEWAX.js";import{B as o,E as r,H as m}from"./chunk-XDYDNQX4.js";var t=2,l=99,a=Array.from({length:l},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>o("after.level.pot",{n:r(t+e)})}));function y(){return m(n,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{y as Page};
>>>>>>>> ties:src/perfectplay/web/static/levels-TR6BZ3OK.js
