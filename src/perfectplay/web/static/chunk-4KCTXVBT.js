import{F as e,Ka as p,j as t,r}from"./chunk-SJECX6RV.js";function i(){let o=t(p);return o&&r("p",{class:"note profile-trouble",children:e(`profile.trouble.${o}`)})}export{i as a};
