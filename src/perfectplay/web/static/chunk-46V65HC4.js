<<<<<<<< HEAD:src/perfectplay/web/static/chunk-UPOJQYRO.js
import{b as r,g as e}from"./chunk-4S63JSBR.js";import{C as a,t as s,x as o}from"./chunk-XX5RSLHB.js";function v(n){let t=(i,m,d)=>a("a",{class:"button quiet",href:r(i,{...n.params,lang:s()}),download:`${n.name}.${m}`,children:[a(e,{name:"download"}),d]});return a("p",{class:"row downloads no-print",children:[n.svg!==void 0&&t(n.svg,"svg",o("download.svg")),n.csv!==void 0&&t(n.csv,"csv",o("download.csv"))]})}export{v as a};
========
import{b as r,g as e}from"./chunk-LS47ZCBG.js";import{C as a,t as s,x as o}from"./chunk-NA3HMD5Q.js";function v(n){let t=(i,m,d)=>a("a",{class:"button quiet",href:r(i,{...n.params,lang:s()}),download:`${n.name}.${m}`,children:[a(e,{name:"download"}),d]});return a("p",{class:"row downloads no-print",children:[n.svg!==void 0&&t(n.svg,"svg",o("download.svg")),n.csv!==void 0&&t(n.csv,"csv",o("download.csv"))]})}export{v as a};
>>>>>>>> classroom:src/perfectplay/web/static/chunk-46V65HC4.js
