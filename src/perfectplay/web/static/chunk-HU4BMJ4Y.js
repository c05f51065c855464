<<<<<<<< HEAD:src/perfectplay/web/static/chunk-HU4BMJ4Y.js
import{F as e,Ja as p,k as t,s as r}from"./chunk-SOAOKWYG.js";function i(){let o=t(p);return o&&r("p",{class:"note profile-trouble",children:e(`profile.trouble.${o}`)})}export{i as a};
========
import{F as e,Ja as p,k as t,s as r}from"./chunk-4C2OYTFL.js";function i(){let o=t(p);return o&&r("p",{class:"note profile-trouble",children:e(`profile.trouble.${o}`)})}export{i as a};
>>>>>>>> wt/doors:src/perfectplay/web/static/chunk-O6VDCWAW.js
