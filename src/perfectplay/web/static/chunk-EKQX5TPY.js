<<<<<<<< HEAD:src/perfectplay/web/static/chunk-WIYPCWON.js
import{C as n}from"./chunk-RTED53RA.js";function t(e){return n("div",{class:`stat ${e.tone??"plain"}`,children:[n("dt",{children:e.label}),n("dd",{children:[n("span",{class:"stat-value number",children:e.value}),e.note!==void 0&&n("span",{class:"stat-note",children:e.note})]})]})}export{t as a};
========
import{C as n}from"./chunk-UZC7HYWL.js";function t(e){return n("div",{class:`stat ${e.tone??"plain"}`,children:[n("dt",{children:e.label}),n("dd",{children:[n("span",{class:"stat-value number",children:e.value}),e.note!==void 0&&n("span",{class:"stat-note",children:e.note})]})]})}export{t as a};
>>>>>>>> texts:src/perfectplay/web/static/chunk-EKQX5TPY.js
