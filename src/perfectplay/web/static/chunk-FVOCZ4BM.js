<<<<<<<< HEAD:src/perfectplay/web/static/chunk-6Z7KNBEZ.js
import{b as n}from"./chunk-OIJGCI4B.js";import{d as t}from"./chunk-V5KZCUB3.js";function a(e){return n(()=>{document.title=`${e.text} · perfectplay`},[e.text]),t("header",{class:"page-title",children:[t("div",{children:[t("h1",{tabIndex:-1,lang:e.lang,children:e.text}),e.lead&&t("p",{class:"lead",lang:e.lang,children:e.lead})]}),e.children]})}export{a};
========
import{b as n}from"./chunk-R5K6GIZI.js";import{d as t}from"./chunk-V5KZCUB3.js";function a(e){return n(()=>{document.title=`${e.text} · perfectplay`},[e.text]),t("header",{class:"page-title",children:[t("div",{children:[t("h1",{tabIndex:-1,lang:e.lang,children:e.text}),e.lead&&t("p",{class:"lead",lang:e.lang,children:e.lead})]}),e.children]})}export{a};
>>>>>>>> after:src/perfectplay/web/static/chunk-FVOCZ4BM.js
