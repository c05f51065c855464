import{B as r,Ba as p,H as e,p as t}from"./chunk-7RJ7MVR7.js";function i(){let o=t(p);return o&&e("p",{class:"note profile-trouble",children:r(`profile.trouble.${o}`)})}export{i as a};
