import{a,b}from"./chunk-27XV2X4U.js";import"./chunk-WR2L5GFS.js";import"./chunk-XHAY4EKR.js";import"./chunk-QCBDCHWN.js";import"./chunk-ZJDTQHPZ.js";export{a as LEVELS,b as Page};
