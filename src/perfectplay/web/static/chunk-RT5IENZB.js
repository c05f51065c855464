<<<<<<<< HEAD:src/perfectplay/web/static/chunk-RT5IENZB.js
import{i as n}from"./chunk-RTED53RA.js";var o=n({text:"",count:0}),r=n({text:"",count:0}),u=120,t=[];function s(e,i=!1){if(e){if(i){r.set({text:e,count:r.get().count+1});return}t.push(e),t.length===1&&setTimeout(()=>{o.set({text:t.join(" "),count:o.get().count+1}),t=[]},u)}}export{o as a,r as b,s as c};
========
import{i as n}from"./chunk-UZC7HYWL.js";var o=n({text:"",count:0}),r=n({text:"",count:0}),u=120,t=[];function s(e,i=!1){if(e){if(i){r.set({text:e,count:r.get().count+1});return}t.push(e),t.length===1&&setTimeout(()=>{o.set({text:t.join(" "),count:o.get().count+1}),t=[]},u)}}export{o as a,r as b,s as c};
>>>>>>>> texts:src/perfectplay/web/static/chunk-7EB4SST7.js
