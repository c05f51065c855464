import{E as e,Ia as p,k as t,r}from"./chunk-ZGA473XC.js";function i(){let o=t(p);return o&&r("p",{class:"note profile-trouble",children:e(`profile.trouble.${o}`)})}export{i as a};
