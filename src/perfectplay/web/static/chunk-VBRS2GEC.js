import{B as e,j as t,sa as p,v as r}from"./chunk-M7RZA5KJ.js";function i(){let o=t(p);return o&&e("p",{class:"note profile-trouble",children:r(`profile.trouble.${o}`)})}export{i as a};
