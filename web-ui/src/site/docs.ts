/** In the documentation of a site without a server: a link below each example of Python, which tries it in the console. */
const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);

/** What is typed in a session of Python, without what is printed. */
function typed(session: string): string {
  const lines = session.split("\n").filter((line) => /^(>>>|\.\.\.)/.test(line));
  return lines.map((line) => line.replace(/^(>>>|\.\.\.) ?/, "")).join("\n");
}

for (const block of document.querySelectorAll(".highlight-pycon")) {
  const code = typed(block.textContent ?? "");
  // The site brings the package alone.
  if (/^from (perfectplay_research|tests)\b/m.test(code)) {
    continue;
  }
  const link = document.createElement("a");
  link.href = new URL(`../#/console?code=${encodeURIComponent(code)}`, root).href;
  // The documentation is English.
  link.textContent = "Try it";
  const line = document.createElement("p");
  line.append(link);
  block.after(line);
}
