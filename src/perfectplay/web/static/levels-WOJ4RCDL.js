<<<<<<<< HEAD:src/perfectplay/web/static/levels-SXFV5KNI.js
import{b as l}from"./chunk-EDKUH5IU.js";import"./chunk-TYHRO7IS.js";import"./chunk-WMIWNVYS.js";import{v as o,y as r}from"./chunk-6EY66T5M.js";import{d as n}from"./chunk-V5KZCUB3.js";var t=2,m=99,a=Array.from({length:m},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>o("after.level.pot",{n:r(t+e)})}));function i(){return n(l,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{i as Page};
========
import{b as l}from"./chunk-YIONVQFC.js";import"./chunk-I4R2QILQ.js";import"./chunk-6Z7KNBEZ.js";import{v as o,y as r}from"./chunk-OIJGCI4B.js";import{d as n}from"./chunk-V5KZCUB3.js";var t=2,m=99,a=Array.from({length:m},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>o("after.level.pot",{n:r(t+e)})}));function i(){return n(l,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{i as Page};
>>>>>>>> api:src/perfectplay/web/static/levels-WOJ4RCDL.js
