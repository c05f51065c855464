"use strict";(()=>{var c=new URL(document.documentElement.dataset.content_root??"./",location.href);function r(t){return t.split(`
`).filter(e=>/^(>>>|\.\.\.)/.test(e)).map(e=>e.replace(/^(>>>|\.\.\.) ?/,"")).join(`
`)}for(let t of document.querySelectorAll(".highlight-pycon")){let n=r(t.textContent??"");if(/^from (perfectplay_research|tests)\b/m.test(n))continue;let e=document.createElement("a");e.href=new URL(`../#/console?code=${encodeURIComponent(n)}`,c).href,e.textContent="Try it";let o=document.createElement("p");o.append(e),t.after(o)}})();
