// Which results are shown, and in which order.
const PAGE = 100;
const wanted = { text: "", status: "", cause: "", cell: "", group: -1 };
const order = { failed: 0, error: 1, flaky: 2, passed: 4, skipped: 3, cancelled: 5 };
let found = [], shown = 0, here = -1;
const list = document.getElementById("cases");

function matches(row) {
  if (wanted.status && (wanted.status === "unwell" ? !unwell.has(row.status) : row.status !== wanted.status)) return false;
  if (wanted.cause && row.cause !== wanted.cause) return false;
  if (wanted.cell !== "" && row.cell !== +wanted.cell) return false;
  if (wanted.group >= 0 && row.group !== wanted.group) return false;
  return !wanted.text || (row.id + " " + (row.name ?? "") + " " + place(row) + " " + (row.reason ?? "")).toLowerCase().includes(wanted.text);
}

function refresh() {
  found = rows.filter(matches).sort((a, b) => order[a.status] - order[b.status] || a.number - b.number
      || a.cell - b.cell || a.repeat - b.repeat);
  shown = 0; here = -1;
  list.replaceChildren();
  document.getElementById("count").textContent = found.length === rows.length ? rows.length.toLocaleString("en")
      : found.length.toLocaleString("en") + " of " + rows.length.toLocaleString("en");
  if (found.length === 0) list.append(el("li", { class: "none" }, "No case matches."));
  showMore();
  for (const button of document.querySelectorAll("#groups button"))
    button.setAttribute("aria-pressed", String(+button.dataset.group === wanted.group));
}

function showMore() {
  const end = Math.min(found.length, shown + PAGE);
  for (; shown < end; shown++) list.append(line(found[shown], shown));
  const more = document.getElementById("more");
  more.hidden = shown >= found.length;
  more.textContent = "Show more (" + (found.length - shown).toLocaleString("en") + " left)";
}

function line(row, index) {
  const beside = [cellName(row.cell), row.repeat > 0 ? "repeat " + (row.repeat + 1) : "",
    row.attempts > 1 ? row.attempts + " attempts" : ""].filter(text => text).join(" · ");
  return el("li", { "data-index": index, on: { click: () => { select(index); openDetail(row); } } },
      el("span", { class: "status " + row.status }, statusName(row)),
      el("span", { class: "what" }, el("b", null, row.id), row.name ? el("span", null, " " + row.name) : "",
          el("span", { class: "where" }, " " + place(row) + (beside ? " · " + beside : ""))),
      el("span", { class: "took" }, row.ms > 0 || row.status === "passed" ? took(row.ms) : ""),
      row.reason ? el("span", { class: "why" }, row.reason) : null);
}

function select(index) {
  if (index < 0 || index >= found.length) return;
  while (index >= shown) showMore();
  list.querySelector(".here")?.classList.remove("here");
  here = index;
  const item = list.children[index];
  item.classList.add("here");
  item.scrollIntoView({ block: "nearest" });
}

function drawGroups() {
  const box = document.getElementById("groups");
  if (run.groups.length === 0) { document.getElementById("failures").hidden = true; return; }
  const sorted = run.groups.map((group, number) => ({ ...group, number })).sort((a, b) => b.size - a.size);
  const rest = sorted.splice(12);
  const item = group => el("li", null, el("button", { "data-group": group.number, "aria-pressed": "false",
      on: { click: () => { wanted.group = wanted.group === group.number ? -1 : group.number; refresh();
        document.getElementById("list").scrollIntoView(); } } },
      el("span", { class: "size failed" }, group.size.toLocaleString("en")),
      el("span", { class: "cause" }, causeName(group.cause) || "flaky"), el("span", { class: "message" }, group.message)));
  box.append(...sorted.map(item));
  if (rest.length > 0) {
    const button = el("button", { class: "rest", on: { click: () => { button.parentElement.remove(); box.append(...rest.map(item)); } } },
        "and " + rest.length + " more reasons");
    box.append(el("li", null, button));
  }
}

function drawFilter() {
  const choose = (id, all, values, name) => {
    const select = document.getElementById(id);
    select.append(el("option", { value: "" }, all), ...values.map(value => el("option", { value }, name(value))));
    select.hidden = values.length < 2;
    select.addEventListener("change", () => { wanted[id] = select.value; refresh(); });
  };
  const count = (key, value) => rows.reduce((sum, row) => sum + (row[key] === value ? 1 : 0), 0);
  const statuses = run.statuses.filter(status => count("status", status) > 0).sort((a, b) => order[a] - order[b]);
  choose("status", "every status", statuses, status => status + " (" + count("status", status).toLocaleString("en") + ")");
  choose("cause", "every cause", [...new Set(rows.map(row => row.cause))].filter(cause => cause !== "none").sort(), causeName);
  choose("cell", "every cell", run.cells.length > 1 ? run.cells.map((name, number) => String(number)) : [], number => run.cells[number]);
  const search = document.getElementById("text");
  let waiting = 0;
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => { wanted.text = search.value.toLowerCase(); refresh(); }, 80); });
  document.getElementById("clear").addEventListener("click", clearFilter);
  document.getElementById("more").addEventListener("click", showMore);
}

function clearFilter() {
  Object.assign(wanted, { text: "", status: "", cause: "", cell: "", group: -1 });
  for (const id of ["text", "status", "cause", "cell"]) document.getElementById(id).value = "";
  refresh();
}
