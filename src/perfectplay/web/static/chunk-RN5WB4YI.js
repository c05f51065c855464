<<<<<<<< HEAD:src/perfectplay/web/static/chunk-7WPYZQBO.js
import{f as t}from"./chunk-OIJGCI4B.js";import{d as e}from"./chunk-V5KZCUB3.js";function l(n){let i=t();return e("div",{class:"field check",children:[e("label",{children:[e("input",{type:"checkbox",checked:n.checked,"aria-describedby":n.hint?`${i}-hint`:void 0,onInput:c=>n.onInput(c.currentTarget.checked)}),e("span",{children:n.label})]}),n.hint&&e("p",{class:"field-hint",id:`${i}-hint`,children:n.hint})]})}export{l as a};
========
import{f as t}from"./chunk-R5K6GIZI.js";import{d as e}from"./chunk-V5KZCUB3.js";function l(n){let i=t();return e("div",{class:"field check",children:[e("label",{children:[e("input",{type:"checkbox",checked:n.checked,"aria-describedby":n.hint?`${i}-hint`:void 0,onInput:c=>n.onInput(c.currentTarget.checked)}),e("span",{children:n.label})]}),n.hint&&e("p",{class:"field-hint",id:`${i}-hint`,children:n.hint})]})}export{l as a};
>>>>>>>> after:src/perfectplay/web/static/chunk-RN5WB4YI.js
