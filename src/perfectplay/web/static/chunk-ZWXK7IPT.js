<<<<<<<< HEAD:src/perfectplay/web/static/chunk-DJXHMMCO.js
import{p as n}from"./chunk-SRGATO7Y.js";function t(e){return n("div",{class:`stat ${e.tone??"plain"}`,children:[n("dt",{children:e.label}),n("dd",{children:[n("span",{class:"stat-value number",children:e.value}),e.note!==void 0&&n("span",{class:"stat-note",children:e.note})]})]})}export{t as a};
========
import{p as n}from"./chunk-VAU2K3D6.js";function t(e){return n("div",{class:`stat ${e.tone??"plain"}`,children:[n("dt",{children:e.label}),n("dd",{children:[n("span",{class:"stat-value number",children:e.value}),e.note!==void 0&&n("span",{class:"stat-note",children:e.note})]})]})}export{t as a};
>>>>>>>> proof:src/perfectplay/web/static/chunk-ZWXK7IPT.js
