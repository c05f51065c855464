<<<<<<<< HEAD:src/perfectplay/web/static/chunk-4IY2JO3V.js
import{a as s}from"./chunk-ZM4XYF35.js";import{d as a,e as m}from"./chunk-IJWRFH4B.js";import{A as i,C as o,x as f}from"./chunk-RTED53RA.js";function c(e){a();let n=s(e.levels,l=>m.best(e.game,l)),t=e.levels.findIndex(({key:l})=>l===e.id),r=e.levels[t+1];return t<0||r===void 0||n[t]!=="won"&&n[t]!=="perfect"?null:o("a",{class:"button primary",href:r.path,children:f("after.nextLevel",{level:i(t+2)})})}export{c as a};
========
import{a as s}from"./chunk-EB4LHENJ.js";import{d as a,e as m}from"./chunk-YML7QAWP.js";import{A as i,C as o,x as f}from"./chunk-UZC7HYWL.js";function c(e){a();let n=s(e.levels,l=>m.best(e.game,l)),t=e.levels.findIndex(({key:l})=>l===e.id),r=e.levels[t+1];return t<0||r===void 0||n[t]!=="won"&&n[t]!=="perfect"?null:o("a",{class:"button primary",href:r.path,children:f("after.nextLevel",{level:i(t+2)})})}export{c as a};
>>>>>>>> texts:src/perfectplay/web/static/chunk-TRIPZV7I.js
