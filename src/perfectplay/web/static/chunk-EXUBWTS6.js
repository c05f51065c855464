<<<<<<<< HEAD:src/perfectplay/web/static/chunk-3QJX7TRO.js
import{g as n}from"./chunk-KUNFJGNC.js";var o=n({text:"",count:0}),r=n({text:"",count:0}),u=120,t=[];function s(e,i=!1){if(e){if(i){r.set({text:e,count:r.get().count+1});return}t.push(e),t.length===1&&setTimeout(()=>{o.set({text:t.join(" "),count:o.get().count+1}),t=[]},u)}}export{o as a,r as b,s as c};
========
import{g as n}from"./chunk-R6C26M7I.js";var o=n({text:"",count:0}),r=n({text:"",count:0}),u=120,t=[];function s(e,i=!1){if(e){if(i){r.set({text:e,count:r.get().count+1});return}t.push(e),t.length===1&&setTimeout(()=>{o.set({text:t.join(" "),count:o.get().count+1}),t=[]},u)}}export{o as a,r as b,s as c};
>>>>>>>> proof:src/perfectplay/web/static/chunk-KXB3OK2T.js
