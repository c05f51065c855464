import{F as e,Ka as p,k as t,s as r}from"./chunk-X5EPDMLR.js";function i(){let o=t(p);return o&&r("p",{class:"note profile-trouble",children:e(`profile.trouble.${o}`)})}export{i as a};
