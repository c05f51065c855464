"use strict";(()=>{var o=new URL(document.documentElement.dataset.content_root??"./",location.href);function c(t){return t.split(`
`).filter(e=>/^(>>>|\.\.\.)/.test(e)).map(e=>e.replace(/^(>>>|\.\.\.) ?/,"")).join(`
`)}for(let t of document.querySelectorAll(".highlight-pycon")){let n=document.createElement("a");n.href=new URL(`../#/console?code=${encodeURIComponent(c(t.textContent??""))}`,o).href,n.textContent="Try it";let e=document.createElement("p");e.append(n),t.after(e)}})();
