import{F as e,Ja as p,k as t,s as r}from"./chunk-G5YBD77K.js";function i(){let o=t(p);return o&&r("p",{class:"note profile-trouble",children:e(`profile.trouble.${o}`)})}export{i as a};
