<<<<<<<< HEAD:src/perfectplay/web/static/chunk-YX776SYZ.js
import{p as n}from"./chunk-GKRZ5R7K.js";function t(e){return n("div",{class:`stat ${e.tone??"plain"}`,children:[n("dt",{children:e.label}),n("dd",{children:[n("span",{class:"stat-value number",children:e.value}),e.note!==void 0&&n("span",{class:"stat-note",children:e.note})]})]})}export{t as a};
========
import{d as n}from"./chunk-V5KZCUB3.js";function t(e){return n("div",{class:`stat ${e.tone??"plain"}`,children:[n("dt",{children:e.label}),n("dd",{children:[n("span",{class:"stat-value number",children:e.value}),e.note!==void 0&&n("span",{class:"stat-note",children:e.note})]})]})}export{t as a};
>>>>>>>> after:src/perfectplay/web/static/chunk-UAPWVSII.js
