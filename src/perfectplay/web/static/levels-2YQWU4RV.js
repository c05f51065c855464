<<<<<<<< HEAD:src/perfectplay/web/static/levels-2YQWU4RV.js
import{b as l}from"./chunk-IJWTTMWK.js";import"./chunk-IZ4TX55Z.js";import"./chunk-YNPNVUOU.js";import{u as r,x as n}from"./chunk-R6C26M7I.js";import{d as o}from"./chunk-V5KZCUB3.js";var t=2,m=99,a=Array.from({length:m},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>r("after.level.pot",{n:n(t+e)})}));function i(){return o(l,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{i as Page};
========
import{b as l}from"./chunk-NQU7NYK5.js";import"./chunk-4WAL56T6.js";import"./chunk-BA5QGVBS.js";import{u as r,x as n}from"./chunk-K7SVED5J.js";import{d as o}from"./chunk-V5KZCUB3.js";var t=2,m=99,a=Array.from({length:m},(p,e)=>({key:String(t+e),path:`/taxman:${t+e}`,what:()=>r("after.level.pot",{n:n(t+e)})}));function i(){return o(l,{game:"taxman",title:"nav.taxman",levels:a,note:"after.level.drawn"})}export{i as Page};
>>>>>>>> daily:src/perfectplay/web/static/levels-LPPDD5BW.js
