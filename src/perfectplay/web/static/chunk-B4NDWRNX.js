import{Aa as p,B as r,H as e,p as t}from"./chunk-JEVCCQDC.js";function i(){let o=t(p);return o&&e("p",{class:"note profile-trouble",children:r(`profile.trouble.${o}`)})}export{i as a};
