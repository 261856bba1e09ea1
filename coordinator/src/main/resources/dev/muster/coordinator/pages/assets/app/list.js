// The cases of a run: filters, each in the address, and one row a case.
const FILTERS = ["replies", "status", "cause", "cell", "label", "file", "group", "q", "min_ms", "max_ms", "min_cost", "max_cost", "min_score", "max_score"];
const MORE = [["min_ms", "from ms"], ["max_ms", "to ms"], ["min_cost", "from $"], ["max_cost", "to $"], ["min_score", "from score"], ["max_score", "to score"]];
const SORTS = { worst: "worst first", number: "as in the suite", "-ms": "slowest first", ms: "fastest first", "-cost": "most expensive first", score: "lowest score first", "-score": "highest score first" };

function filterOf(query) {
  return Object.fromEntries(FILTERS.filter(name => query.get(name)).map(name => [name, query.getAll(name).length > 1 ? query.getAll(name) : query.get(name)]));
}
const cleared = () => refine(Object.fromEntries([...FILTERS, "sort"].map(name => [name, undefined])));

function Choice({ name, all, options, value }) {
  if (options.length < 2 && !value) return null;
  return html`<select aria-label=${all} value=${value ?? ""} onChange=${event => refine({ [name]: event.target.value || undefined })}>
    <option value="">${all}</option>${options.map(([key, label]) => html`<option value=${key}>${label}</option>`)}</select>`;
}

// A field whose text goes into the address once its writer pauses.
function Field({ name, value, ...rest }) {
  const [text, setText] = useState(value ?? ""), waiting = useRef(0);
  useEffect(() => { if (document.activeElement?.name !== name) setText(value ?? ""); }, [value]);
  const written = event => { setText(event.target.value); clearTimeout(waiting.current); waiting.current = setTimeout(() => refine({ [name]: event.target.value }), 250); };
  return html`<input name=${name} value=${text} onInput=${written} onKeyDown=${event => event.key === "Enter" && step(1)} autocomplete="off" spellcheck=${false} ...${rest} />`;
}

function Filters({ run, filter, sort, shown }) {
  const counted = (of, name) => Object.entries(of ?? {}).filter(([, number]) => number > 0).map(([key, number]) => [key, `${name(key)} (${count(number)})`]);
  const statuses = counted(run.statuses ?? run, words).filter(([key]) => letterOf[key]), bad = run.failed + run.error + run.flaky;
  const labels = Object.entries(run.label_values ?? {}).flatMap(([name, values]) => values.map(value => [name + "=" + value, name + ": " + value]));
  const further = MORE.some(([name]) => filter[name]);
  return html`<form class="filter" role="search" aria-label="Cases" onSubmit=${event => event.preventDefault()}>
    <${Field} name="q" type="search" value=${filter.q} placeholder="Find in ids, replies, reasons  ( / )" aria-label="Find cases" />
    <${Choice} name="status" all="every status" value=${filter.status} options=${[...bad ? [["unwell", `did not pass (${count(bad)})`]] : [], ...statuses]} />
    <${Choice} name="cause" all="every cause" value=${filter.cause} options=${counted(run.causes, words).filter(([key]) => key !== "none")} />
    <${Choice} name="cell" all="every agent" value=${filter.cell} options=${run.cells.map(each => [String(each.cell), each.name])} />
    <${Choice} name="label" all="every label" value=${filter.label} options=${labels} />
    <${Choice} name="file" all="every file" value=${filter.file} options=${(run.files ?? []).map(path => [path, path])} />
    <${Choice} name="sort" all=${SORTS.worst} value=${sort} options=${Object.entries(SORTS).slice(1)} />
    <details class="further" open=${further}><summary>time, cost, score</summary>${MORE.map(([name, label]) => html`<label>${label} <${Field} name=${name} value=${filter[name]} inputmode="decimal" size="5" /></label>`)}</details>
    ${filter.q && !embedded && html`<button type="button" aria-pressed=${filter.replies === "all"} onClick=${() => refine({ replies: filter.replies ? undefined : "all" })}>in all replies</button>`}
    ${filter.group !== undefined && html`<button type="button" onClick=${() => refine({ group: undefined })}>one reason ×</button>`}
    ${(Object.keys(filter).length > 0 || sort) && html`<button type="button" onClick=${cleared}>Clear</button>`}<${Counted} of=${shown} run=${run} /></form>`;
}
const letterOf = Object.fromEntries(Object.values(letters).map(name => [name, true]));

function Counted({ of, run }) {
  const [share, setShare] = useState(null);
  useEffect(() => { const told = event => setShare(event.detail < 1 ? event.detail : null); addEventListener("searching", told); return () => removeEventListener("searching", told); }, []);
  return html`<span class="count dim" role="status" id="count">${share !== null ? `searching replies, ${Math.floor(share * 100)} %` : of.scan ? plural(of.data.cases, "case") + `, ${count(of.scan.scanned)} of ${count(of.scan.of)} searched` : of.data ? plural(of.data.cases, "case") +
    (of.data.results < done(run) ? `, ${count(of.data.results)} of ${count(done(run))} results` : of.data.results !== of.data.cases ? `, ${count(of.data.results)} results` : "") : of.fault ? "" : "…"}</span>`;
}

// The list; more rows come by the key of the last one. The way back from a case keeps the filter.
function Cases({ run, query, tick }) {
  const filter = filterOf(query), sort = query.get("sort") ?? undefined, asked = { ...filter, sort }, key = link([], asked);
  const first = useData(["runs", run.id, "cases"], { ...asked, limit: 100 }, tick), counted = useData(["runs", run.id, "count"], filter, tick);
  const [further, setFurther] = useState({ key, pages: [] }), pages = further.key === key ? further.pages : [];
  const next = (pages.at(-1) ?? first.data)?.next, rows = [...first.data?.cases ?? [], ...pages.flatMap(page => page.cases ?? [])];
  const more = () => source.get(["runs", run.id, "cases"], { ...asked, after: next, limit: 100 })
    .then(page => setFurther({ key, pages: [...pages, page] }), fault => setFurther({ key, pages, fault: fault.message }));
  const scan = (pages.at(-1) ?? first.data)?.of !== undefined && (pages.at(-1) ?? first.data);
  useEffect(() => { if (scan && next && rows.length < 100 && !first.loading) more(); }, [scan]);
  useKeys({ ...rowKeys, "/": () => document.querySelector("[name=q]").focus(), Escape: () => key !== "#/" && cleared() });
  useEffect(() => { if (first.data && !first.loading) root.dataset.ready ??= Math.round(performance.now()); }, [first.data, first.loading]);
  const several = run.cells.length > 1, from = key === "#/" ? undefined : key.slice(3);
  return html`<section id="list" aria-label="Cases"><h2>Cases</h2><${Filters} run=${run} filter=${filter} sort=${sort} shown=${scan ? { data: { cases: rows.length, results: done(run) }, scan } : counted} />
    <${Loaded} of=${first}>${() => rows.length === 0 ? html`<p class="none">${Object.keys(filter).length > 0 ? html`No case matches. <button onClick=${cleared}>Show all</button>`
      : over(run) ? "This run has no result." : "No result yet."}</p>` : html`
      <div class="card wide" tabindex="0" role="region" aria-label="List of cases"><table class="cases"><thead><tr><th>Case</th>${run.cells.map(cell => html`<th key=${cell.cell}>${several ? visible(cell.name) : "Result"}</th>`)}</tr></thead>
      <tbody>${rows.map(each => html`<${CaseRow} key=${each.number} of=${each} run=${run} several=${several} from=${from} />`)}</tbody></table></div>
      ${next && html`<button class="more" onClick=${more}>Show more${counted.data && !scan ? ` (${count(counted.data.cases - rows.length)} left)` : ""}</button>`}
      ${further.key === key && further.fault && html`<p class="stopped" role="alert">${further.fault}</p>`}`}<//></section>`;
}

function CaseRow({ of: { cells = [], ...of }, run, several, from }) {
  const reasons = [...new Set(cells.map(cell => cell.reason).filter(reason => reason))].slice(0, 2), at = cell => link(["run", run.id, "case", of.number], { cell, from });
  return html`<tr><td><a data-row href=${at()}><b>${visible(of.id)}</b></a>${of.name && of.name !== of.id && html` <span>${visible(of.name)}</span>`}
      <span class="dim place"> ${visible(of.file)}${of.line ? ":" + of.line : ""}</span>${reasons.map(reason => html`<div class="why dim">${visible(reason)}</div>`)}</td>
    ${run.cells.map(({ cell, name }) => { const one = cells.find(each => each.cell === cell);
      return html`<td key=${cell} data-label=${several ? name : undefined}>${one && html`<a class="plain" href=${at(cell)} tabindex="-1"><span class="status ${one.status}">${one.muted ? "muted" : one.status}</span>${
        one.dots.length > 1 && html` <${Dots} of=${one.dots} />`}</a> <span class="dim">${one.ms > 0 ? took(one.ms) : ""}</span>`}</td>`; })}</tr>`;
}
