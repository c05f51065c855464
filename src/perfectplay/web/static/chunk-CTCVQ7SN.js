<<<<<<<< HEAD:src/perfectplay/web/static/chunk-CTCVQ7SN.js
import{a as s}from"./chunk-ZIWVJHFG.js";import{d as a,e as m}from"./chunk-PEKAHTA5.js";import{A as i,C as o,x as f}from"./chunk-XX5RSLHB.js";function c(e){a();let n=s(e.levels,l=>m.best(e.game,l)),t=e.levels.findIndex(({key:l})=>l===e.id),r=e.levels[t+1];return t<0||r===void 0||n[t]!=="won"&&n[t]!=="perfect"?null:o("a",{class:"button primary",href:r.path,children:f("after.nextLevel",{level:i(t+2)})})}export{c as a};
========
import{a as s}from"./chunk-GE7UKQV3.js";import{d as a,e as m}from"./chunk-74HRSZGS.js";import{A as i,C as o,x as f}from"./chunk-NA3HMD5Q.js";function c(e){a();let n=s(e.levels,l=>m.best(e.game,l)),t=e.levels.findIndex(({key:l})=>l===e.id),r=e.levels[t+1];return t<0||r===void 0||n[t]!=="won"&&n[t]!=="perfect"?null:o("a",{class:"button primary",href:r.path,children:f("after.nextLevel",{level:i(t+2)})})}export{c as a};
>>>>>>>> classroom:src/perfectplay/web/static/chunk-TQK6GVBU.js
