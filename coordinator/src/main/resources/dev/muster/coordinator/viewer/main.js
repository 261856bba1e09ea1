// Keys, the theme, and the order in which the page comes up.
const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)");
let theme = null;
try { theme = localStorage.getItem("muster-theme"); } catch { /* a file may have no storage */ }
const paint = () => { root.dataset.theme = theme ?? (dark.matches ? "dark" : "light"); };
paint();
dark.addEventListener("change", paint);
document.getElementById("theme").addEventListener("click", () => {
  theme = root.dataset.theme === "dark" ? "light" : "dark";
  try { localStorage.setItem("muster-theme", theme); } catch { /* then it holds until the page is closed */ }
  paint();
});

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (dialog.open) { event.preventDefault(); closeDetail(); }
    else if (document.activeElement?.id === "text") document.activeElement.blur();
    else clearFilter();
    return;
  }
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) {
    if (event.key === "Enter" && document.activeElement.id === "text") { document.activeElement.blur(); select(0); }
    return;
  }
  if (event.key === "/" && !dialog.open) { event.preventDefault(); document.getElementById("text").focus(); }
  else if (event.key === "j" || event.key === "k") {
    select(event.key === "j" ? here + 1 : here - 1);
    if (dialog.open && here >= 0) openDetail(found[here]);
  } else if (event.key === "Enter" && here >= 0 && !dialog.open && /^(BODY|LI)$/.test(document.activeElement?.tagName ?? "BODY")) {
    event.preventDefault(); // or it would press the button that then has the focus
    openDetail(found[here]);
  }
});
dialog.addEventListener("click", event => { if (event.target === dialog) closeDetail(); });
dialog.addEventListener("cancel", event => { event.preventDefault(); closeDetail(); });

async function begin() {
  drawGroups();
  await readIndex();
  drawFilter();
  refresh();
  const [number, cell, repeat] = location.hash.slice(1).split(".").map(Number);
  const named = rows.find(row => row.number === number && row.cell === cell && row.repeat === repeat);
  if (named) openDetail(named);
  root.dataset.ready = Math.round(performance.now());
  setTimeout(drawCharts, 0);
}
begin().catch(broken => { document.getElementById("count").textContent = "This report can't be read here: " + broken; });
