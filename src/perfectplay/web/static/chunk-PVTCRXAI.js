<<<<<<<< HEAD:src/perfectplay/web/static/chunk-SRGRUQNX.js
import{f as s,j as r}from"./chunk-D565BMEO.js";import{p as a,v as o}from"./chunk-GKRZ5R7K.js";function c(n){let t=(e,i,m)=>a("a",{class:"button quiet",href:r(e,n.params),download:`${n.name}.${i}`,children:[a(s,{name:"download"}),m]});return a("p",{class:"row downloads no-print",children:[n.svg!==void 0&&t(n.svg,"svg",o("download.svg")),n.csv!==void 0&&t(n.csv,"csv",o("download.csv"))]})}export{c as a};
========
import{f as s,j as r}from"./chunk-BVFMEDP7.js";import{p as a,v as o}from"./chunk-SRGATO7Y.js";function c(n){let t=(e,i,m)=>a("a",{class:"button quiet",href:r(e,n.params),download:`${n.name}.${i}`,children:[a(s,{name:"download"}),m]});return a("p",{class:"row downloads no-print",children:[n.svg!==void 0&&t(n.svg,"svg",o("download.svg")),n.csv!==void 0&&t(n.csv,"csv",o("download.csv"))]})}export{c as a};
>>>>>>>> countdown:src/perfectplay/web/static/chunk-PVTCRXAI.js
