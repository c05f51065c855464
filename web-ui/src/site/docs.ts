/**
 * Adds a link below each Python example in the documentation of a site without a server. The link opens the example in the
 * console.
 */
const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);

/** Return the typed lines of a Python session, without its output. */
function typed(session: string): string {
  const lines = session.split("\n").filter((line) => /^(>>>|\.\.\.)/.test(line));
  return lines.map((line) => line.replace(/^(>>>|\.\.\.) ?/, "")).join("\n");
}

for (const block of document.querySelectorAll(".highlight-pycon")) {
  const code = typed(block.textContent ?? "");
  // Skip examples that import other packages, which the site does not include.
  if (/^from (perfectplay_research|tests)\b/m.test(code)) {
    continue;
  }
  const link = document.createElement("a");
  link.href = new URL(`../#/console?code=${encodeURIComponent(code)}`, root).href;
  // Do not translate the text, because the documentation is in English.
  link.textContent = "Try it";
  const line = document.createElement("p");
  line.append(link);
  block.after(line);
}
