import{a,b}from"./chunk-MY24IPSU.js";import"./chunk-7VGGUMXD.js";import"./chunk-IRPKA6YN.js";import"./chunk-5WIW5T2B.js";import"./chunk-7HPNZJ5F.js";export{a as LEVELS,b as Page};
