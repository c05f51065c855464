<<<<<<<< HEAD:src/perfectplay/web/static/chunk-MQAFOYHA.js
import{C as t,d as n}from"./chunk-RTED53RA.js";function a(e){return n(()=>{document.title=`${e.text} · perfectplay`},[e.text]),t("header",{class:"page-title",children:[t("div",{children:[t("h1",{tabIndex:-1,lang:e.lang,children:e.text}),e.lead&&t("p",{class:"lead",lang:e.lang,children:e.lead})]}),e.children]})}export{a};
========
import{C as t,d as n}from"./chunk-UZC7HYWL.js";function a(e){return n(()=>{document.title=`${e.text} · perfectplay`},[e.text]),t("header",{class:"page-title",children:[t("div",{children:[t("h1",{tabIndex:-1,lang:e.lang,children:e.text}),e.lead&&t("p",{class:"lead",lang:e.lang,children:e.lead})]}),e.children]})}export{a};
>>>>>>>> texts:src/perfectplay/web/static/chunk-ADR33XW7.js
