<<<<<<<< HEAD:src/perfectplay/web/static/chunk-JB3747RV.js
import{C as e,h as t}from"./chunk-RTED53RA.js";function l(n){let i=t();return e("div",{class:"field check",children:[e("label",{children:[e("input",{type:"checkbox",checked:n.checked,"aria-describedby":n.hint?`${i}-hint`:void 0,onInput:c=>n.onInput(c.currentTarget.checked)}),e("span",{children:n.label})]}),n.hint&&e("p",{class:"field-hint",id:`${i}-hint`,children:n.hint})]})}export{l as a};
========
import{C as e,h as t}from"./chunk-UZC7HYWL.js";function l(n){let i=t();return e("div",{class:"field check",children:[e("label",{children:[e("input",{type:"checkbox",checked:n.checked,"aria-describedby":n.hint?`${i}-hint`:void 0,onInput:c=>n.onInput(c.currentTarget.checked)}),e("span",{children:n.label})]}),n.hint&&e("p",{class:"field-hint",id:`${i}-hint`,children:n.hint})]})}export{l as a};
>>>>>>>> texts:src/perfectplay/web/static/chunk-TO7YEUIF.js
