<<<<<<<< HEAD:src/perfectplay/web/static/levels-A62CN6QX.js
import{b as l}from"./chunk-ZM4XYF35.js";import"./chunk-IJWRFH4B.js";import"./chunk-MQAFOYHA.js";import{A as r,C as n,x as o}from"./chunk-RTED53RA.js";var t=2,m=99,a=Array.from({length:m},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>o("after.level.pot",{n:r(t+e)})}));function i(){return n(l,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{i as Page};
========
import{b as l}from"./chunk-EB4LHENJ.js";import"./chunk-YML7QAWP.js";import"./chunk-ADR33XW7.js";import{A as r,C as n,x as o}from"./chunk-UZC7HYWL.js";var t=2,m=99,a=Array.from({length:m},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>o("after.level.pot",{n:r(t+e)})}));function i(){return n(l,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{i as Page};
>>>>>>>> texts:src/perfectplay/web/static/levels-3GNDUVAG.js
