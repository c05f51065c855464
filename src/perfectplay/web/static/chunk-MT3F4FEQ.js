<<<<<<<< HEAD:src/perfectplay/web/static/chunk-MT3F4FEQ.js
import{h as t,p as e}from"./chunk-GKRZ5R7K.js";function l(n){let i=t();return e("div",{class:"field check",children:[e("label",{children:[e("input",{type:"checkbox",checked:n.checked,"aria-describedby":n.hint?`${i}-hint`:void 0,onInput:c=>n.onInput(c.currentTarget.checked)}),e("span",{children:n.label})]}),n.hint&&e("p",{class:"field-hint",id:`${i}-hint`,children:n.hint})]})}export{l as a};
========
import{h as t,p as e}from"./chunk-SRGATO7Y.js";function l(n){let i=t();return e("div",{class:"field check",children:[e("label",{children:[e("input",{type:"checkbox",checked:n.checked,"aria-describedby":n.hint?`${i}-hint`:void 0,onInput:c=>n.onInput(c.currentTarget.checked)}),e("span",{children:n.label})]}),n.hint&&e("p",{class:"field-hint",id:`${i}-hint`,children:n.hint})]})}export{l as a};
>>>>>>>> countdown:src/perfectplay/web/static/chunk-SXGHPCR2.js
