<<<<<<<< HEAD:src/perfectplay/web/static/chunk-YVOBX22W.js
import{C as n}from"./chunk-XX5RSLHB.js";function t(e){return n("div",{class:`stat ${e.tone??"plain"}`,children:[n("dt",{children:e.label}),n("dd",{children:[n("span",{class:"stat-value number",children:e.value}),e.note!==void 0&&n("span",{class:"stat-note",children:e.note})]})]})}export{t as a};
========
import{C as n}from"./chunk-NA3HMD5Q.js";function t(e){return n("div",{class:`stat ${e.tone??"plain"}`,children:[n("dt",{children:e.label}),n("dd",{children:[n("span",{class:"stat-value number",children:e.value}),e.note!==void 0&&n("span",{class:"stat-note",children:e.note})]})]})}export{t as a};
>>>>>>>> classroom:src/perfectplay/web/static/chunk-FQD6UTKE.js
