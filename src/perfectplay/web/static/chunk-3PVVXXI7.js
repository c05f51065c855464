<<<<<<<< HEAD:src/perfectplay/web/static/chunk-3PVVXXI7.js
import{i as n}from"./chunk-XX5RSLHB.js";var o=n({text:"",count:0}),r=n({text:"",count:0}),u=120,t=[];function s(e,i=!1){if(e){if(i){r.set({text:e,count:r.get().count+1});return}t.push(e),t.length===1&&setTimeout(()=>{o.set({text:t.join(" "),count:o.get().count+1}),t=[]},u)}}export{o as a,r as b,s as c};
========
import{i as n}from"./chunk-NA3HMD5Q.js";var o=n({text:"",count:0}),r=n({text:"",count:0}),u=120,t=[];function s(e,i=!1){if(e){if(i){r.set({text:e,count:r.get().count+1});return}t.push(e),t.length===1&&setTimeout(()=>{o.set({text:t.join(" "),count:o.get().count+1}),t=[]},u)}}export{o as a,r as b,s as c};
>>>>>>>> classroom:src/perfectplay/web/static/chunk-QOIUSBHY.js
