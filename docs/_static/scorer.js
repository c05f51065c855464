/* Where the search of these pages puts what it finds: what is imported from `perfectplay` itself comes first.
   The figures are those of Sphinx. */
var Scorer = {
  score: ([, title, , , score]) => (/^perfectplay\.\w+$/.test(title) ? score + 30 : score),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
