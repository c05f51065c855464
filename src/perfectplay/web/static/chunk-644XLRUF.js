<<<<<<<< HEAD:src/perfectplay/web/static/chunk-644XLRUF.js
import{b as s,g as r}from"./chunk-XJPBZBYS.js";import{C as a,x as o}from"./chunk-RTED53RA.js";function c(n){let t=(e,i,m)=>a("a",{class:"button quiet",href:s(e,n.params),download:`${n.name}.${i}`,children:[a(r,{name:"download"}),m]});return a("p",{class:"row downloads no-print",children:[n.svg!==void 0&&t(n.svg,"svg",o("download.svg")),n.csv!==void 0&&t(n.csv,"csv",o("download.csv"))]})}export{c as a};
========
import{b as s,g as r}from"./chunk-FJ53PMIX.js";import{C as a,x as o}from"./chunk-ZJDTQHPZ.js";function c(n){let t=(e,i,m)=>a("a",{class:"button quiet",href:s(e,n.params),download:`${n.name}.${i}`,children:[a(r,{name:"download"}),m]});return a("p",{class:"row downloads no-print",children:[n.svg!==void 0&&t(n.svg,"svg",o("download.svg")),n.csv!==void 0&&t(n.csv,"csv",o("download.csv"))]})}export{c as a};
>>>>>>>> french:src/perfectplay/web/static/chunk-ZU3TGWLX.js
