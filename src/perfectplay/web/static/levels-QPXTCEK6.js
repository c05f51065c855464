import{a,b}from"./chunk-ZLTCVOIK.js";import"./chunk-EB4LHENJ.js";import"./chunk-YML7QAWP.js";import"./chunk-ADR33XW7.js";import"./chunk-UZC7HYWL.js";export{a as LEVELS,b as Page};
