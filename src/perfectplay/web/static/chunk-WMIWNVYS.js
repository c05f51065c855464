<<<<<<<< HEAD:src/perfectplay/web/static/chunk-NDRUWMXR.js
import{b as n}from"./chunk-KUNFJGNC.js";import{d as t}from"./chunk-V5KZCUB3.js";function a(e){return n(()=>{document.title=`${e.text} · perfectplay`},[e.text]),t("header",{class:"page-title",children:[t("div",{children:[t("h1",{tabIndex:-1,lang:e.lang,children:e.text}),e.lead&&t("p",{class:"lead",lang:e.lang,children:e.lead})]}),e.children]})}export{a};
========
import{b as n}from"./chunk-R6C26M7I.js";import{d as t}from"./chunk-V5KZCUB3.js";function a(e){return n(()=>{document.title=`${e.text} · perfectplay`},[e.text]),t("header",{class:"page-title",children:[t("div",{children:[t("h1",{tabIndex:-1,lang:e.lang,children:e.text}),e.lead&&t("p",{class:"lead",lang:e.lang,children:e.lead})]}),e.children]})}export{a};
>>>>>>>> proof:src/perfectplay/web/static/chunk-YNPNVUOU.js
