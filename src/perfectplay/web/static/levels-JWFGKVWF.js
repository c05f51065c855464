<<<<<<<< HEAD:src/perfectplay/web/static/levels-JWFGKVWF.js
import{oa as n}from"./chunk-BGXBNUJC.js";import{F as r,I as m,s as o}from"./chunk-SOAOKWYG.js";var t=2,l=99,a=Array.from({length:l},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>r("after.level.pot",{n:m(t+e)})}));function y(){return o(n,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{y as Page};
========
import{ma as n}from"./chunk-BVQPIJGV.js";import{F as r,I as m,s as o}from"./chunk-4C2OYTFL.js";var t=2,l=99,a=Array.from({length:l},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>r("after.level.pot",{n:m(t+e)})}));function y(){return o(n,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{y as Page};
>>>>>>>> wt/doors:src/perfectplay/web/static/levels-7UHQ42WJ.js
