<<<<<<<< HEAD:src/perfectplay/web/static/chunk-IIGOQED3.js
import{C as e,h as t}from"./chunk-XX5RSLHB.js";function l(n){let i=t();return e("div",{class:"field check",children:[e("label",{children:[e("input",{type:"checkbox",checked:n.checked,"aria-describedby":n.hint?`${i}-hint`:void 0,onInput:c=>n.onInput(c.currentTarget.checked)}),e("span",{children:n.label})]}),n.hint&&e("p",{class:"field-hint",id:`${i}-hint`,children:n.hint})]})}export{l as a};
========
import{C as e,h as t}from"./chunk-NA3HMD5Q.js";function l(n){let i=t();return e("div",{class:"field check",children:[e("label",{children:[e("input",{type:"checkbox",checked:n.checked,"aria-describedby":n.hint?`${i}-hint`:void 0,onInput:c=>n.onInput(c.currentTarget.checked)}),e("span",{children:n.label})]}),n.hint&&e("p",{class:"field-hint",id:`${i}-hint`,children:n.hint})]})}export{l as a};
>>>>>>>> classroom:src/perfectplay/web/static/chunk-HISILW4D.js
