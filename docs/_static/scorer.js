/* Where the search of these pages puts what it finds: what is imported from `perfectplay` itself comes first, and before all
   as it was typed, for `Review` is not `review`; then the guide of a game that is asked for by its name. The figures are
   those of Sphinx. */
const typed = new URLSearchParams(location.search).get("q") ?? "";
const asked = typed.toLowerCase().split(/\s+/);
const isAsked = (title) => asked.every((word) => title.toLowerCase().includes(word));
var Scorer = {
  score: ([, title, , , score]) =>
    score +
    (title === `perfectplay.${typed}`) +
    (/^perfectplay\.\w+$/.test(title) || (/: a guide$/.test(title) && isAsked(title)) ? 100 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
