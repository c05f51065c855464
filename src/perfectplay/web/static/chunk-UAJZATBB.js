<<<<<<<< HEAD:src/perfectplay/web/static/chunk-UAJZATBB.js
import{B as r,Ba as p,H as e,p as t}from"./chunk-FXDEDZ4S.js";function i(){let o=t(p);return o&&e("p",{class:"note profile-trouble",children:r(`profile.trouble.${o}`)})}export{i as a};
========
import{Aa as p,B as r,H as e,p as t}from"./chunk-XDYDNQX4.js";function i(){let o=t(p);return o&&e("p",{class:"note profile-trouble",children:r(`profile.trouble.${o}`)})}export{i as a};
>>>>>>>> ties:src/perfectplay/web/static/chunk-5BOOIILI.js
