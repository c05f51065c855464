<<<<<<<< HEAD:src/perfectplay/web/static/levels-DGH6TCCL.js
import{b as l}from"./chunk-ZIWVJHFG.js";import"./chunk-PEKAHTA5.js";import"./chunk-RIRT2PK6.js";import{A as r,C as n,x as o}from"./chunk-XX5RSLHB.js";var t=2,m=99,a=Array.from({length:m},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>o("after.level.pot",{n:r(t+e)})}));function i(){return n(l,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{i as Page};
========
import{b as l}from"./chunk-GE7UKQV3.js";import"./chunk-74HRSZGS.js";import"./chunk-NIGVK6I7.js";import{A as r,C as n,x as o}from"./chunk-NA3HMD5Q.js";var t=2,m=99,a=Array.from({length:m},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>o("after.level.pot",{n:r(t+e)})}));function i(){return n(l,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{i as Page};
>>>>>>>> classroom:src/perfectplay/web/static/levels-HVFVJSBC.js
