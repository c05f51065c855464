import{a,b}from"./chunk-FR4LDMDS.js";import"./chunk-XYBDDEAB.js";import"./chunk-NGCEPWHQ.js";export{a as LEVELS,b as Page};
