<<<<<<<< HEAD:src/perfectplay/web/static/chunk-RIRT2PK6.js
import{C as t,d as n}from"./chunk-XX5RSLHB.js";function a(e){return n(()=>{document.title=`${e.text} · perfectplay`},[e.text]),t("header",{class:"page-title",children:[t("div",{children:[t("h1",{tabIndex:-1,lang:e.lang,children:e.text}),e.lead&&t("p",{class:"lead",lang:e.lang,children:e.lead})]}),e.children]})}export{a};
========
import{C as t,d as n}from"./chunk-NA3HMD5Q.js";function a(e){return n(()=>{document.title=`${e.text} · perfectplay`},[e.text]),t("header",{class:"page-title",children:[t("div",{children:[t("h1",{tabIndex:-1,lang:e.lang,children:e.text}),e.lead&&t("p",{class:"lead",lang:e.lang,children:e.lead})]}),e.children]})}export{a};
>>>>>>>> classroom:src/perfectplay/web/static/chunk-NIGVK6I7.js
