<<<<<<<< HEAD:src/perfectplay/web/static/chunk-2OM232SX.js
import{g as n}from"./chunk-OIJGCI4B.js";var o=n({text:"",count:0}),r=n({text:"",count:0}),u=120,t=[];function s(e,i=!1){if(e){if(i){r.set({text:e,count:r.get().count+1});return}t.push(e),t.length===1&&setTimeout(()=>{o.set({text:t.join(" "),count:o.get().count+1}),t=[]},u)}}export{o as a,r as b,s as c};
========
import{i as n}from"./chunk-JS4RW6BH.js";var o=n({text:"",count:0}),r=n({text:"",count:0}),u=120,t=[];function s(e,i=!1){if(e){if(i){r.set({text:e,count:r.get().count+1});return}t.push(e),t.length===1&&setTimeout(()=>{o.set({text:t.join(" "),count:o.get().count+1}),t=[]},u)}}export{o as a,r as b,s as c};
>>>>>>>> classroom:src/perfectplay/web/static/chunk-C5VYF2E7.js
