// Is B better than A? First what changed case by case, then whether that may be chance, then every measure.
const CHANGES = { newly_failing: "Newly failing", newly_passing: "Newly passing", missing: "Missing", new: "New" };
const onlyOn = { missing: "Only the first side has these cases.", new: "Only the second side has these cases." };
const offline = () => source !== server;

// Data of a comparison in one file: its figures are plain JSON; changed cases and replies are packed.
const compared = document.getElementById("comparison") && JSON.parse(document.getElementById("comparison").textContent);
const compareFile = {
  read: new Map(),
  block(id) {
    if (!compareFile.read.has(id)) compareFile.read.set(id, unpack(id).then(JSON.parse));
    return compareFile.read.get(id);
  },
  async get(path, query) {
    if (path[0] === "me") return { name: "", role: "viewer", kind: "file" };
    if (path.length === 1 && path[0] === "compare") return compared;
    if (document.readyState === "loading") await new Promise(done => addEventListener("DOMContentLoaded", done, { once: true }));
    if (path[0] === "compare") {
      const all = await compareFile.block("changes-" + compared.lists[query.pair + "." + query.kind]), from = query.after ? all.findIndex(each => each.key === query.after) + 1 : 0;
      const cases = all.slice(from, from + query.limit);
      return { cases, ...(from + query.limit < all.length && { next: cases.at(-1).key }) };
    }
    const place = path[1] + "/" + query.cell + "/" + path[3];
    return (await compareFile.block("replies-" + compared.places[place]))[place];
  },
};
if (compared) source = compareFile;

pages.compare = function Compare({ query }) {
  useKeys(rowKeys);
  const runs = useData(offline() ? null : ["runs"], { limit: 200 });
  const given = query.getAll("run"), stored = runs.data?.runs ?? [];
  const sides = given.length || offline() ? given : usual(stored);
  const twice = new Set(sides).size < sides.length;
  const compared = useData(sides.length && !twice || offline() ? ["compare"] : null, { run: sides });
  const nothing = !offline() && !given.length && runs.data && !sides.length;
  return html`<h1>${compared.data?.pairs.length === 1 ? named(compared.data.pairs[0]) : "Compare"}</h1>
    ${!offline() && html`<${Loaded} of=${runs}>${() => html`<${Sides} sides=${sides} runs=${stored} />`}<//>`}
    ${nothing ? html`<p class="none">${stored.length ? "Choose two runs." : html`No run is stored here yet. <code>muster demo</code> makes one.`}</p>`
      : twice ? html`<p class="none">Both sides are the same. Choose another run for one of them${stored.length > 1 ? "" : "; only one is stored here so far"}.</p>` : html`<${Loaded} of=${compared}>${data => html`<${Comparison} of=${data} query=${query} asked=${sides} />`}<//>`}`;
};

const named = pair => visible(pair.second + " against " + pair.first);

// The newest run, and the one before it of the same suite and agents.
function usual(runs) {
  const over = runs.filter(run => run.finished_at), before = over.slice(1).find(run => run.suite === over[0].suite && run.agents === over[0].agents);
  return before ? [before.id, over[0].id] : [];
}

function Sides({ sides, runs }) {
  const shown = sides.length < 2 ? [...sides, "", ""].slice(0, 2) : sides;
  const set = (i, value) => refine({ run: shown.map((side, at) => at === i ? value : side), changed: [], pair: [] });
  return html`<form class="choices" onSubmit=${event => event.preventDefault()}>${shown.map((side, i) => html`<${SideChoice} key=${i} label=${i === 0 ? "First" : i === 1 ? "Second" : "Side " + (i + 1)}
      side=${side} runs=${runs} choose=${value => set(i, value)} />`)}
    ${sides.length > 1 && sides.length < 6 && runs.length > sides.length && html`<button onClick=${() => set(-1) ?? refine({ run: [...sides, runs.find(run => !sides.includes(run.id))?.id] })}>Add a run</button>`}</form>`;
}

function SideChoice({ label, side, runs, choose }) {
  const [id, cell] = side.split(":"), run = useData(id ? ["runs", id] : null), cells = run.data?.cells ?? [];
  const told = each => [new Date(each.created_at ?? each.started_at).toLocaleString("sv").slice(0, 16), each.inputs?.join(", "), each.agents,
    percent(each.pass_rate), each.labels?.branch, each.labels?.commit?.slice(0, 8)].filter(text => text).join(" · ");
  return html`<label>${label} <select value=${id} onChange=${event => choose(event.target.value)}><option value="">no run</option>
      ${id && !runs.some(each => each.id === id) && html`<option value=${id}>${id}</option>`}
      ${runs.map(each => html`<option value=${each.id}>${told(each)} · ${each.id}</option>`)}</select></label>
    ${cells.length > 1 && html`<label>Cell <select value=${cell ?? ""} onChange=${event => choose(event.target.value === "" ? id : id + ":" + event.target.value)}>
      <option value="">all</option>${cells.map(each => html`<option value=${each.cell}>${each.name}</option>`)}</select></label>`}`;
}

function Comparison({ of, query, asked }) {
  const most = Math.max(0, of.pairs.findIndex(each => Object.values(each.kinds).some(cases => cases > 0)));
  const number = Math.min(Number(query.get("pair") ?? most) || 0, of.pairs.length - 1), pair = of.pairs[number], filter = query.get("changed") === "fixed" ? "newly_passing" : query.get("changed");
  if (!pair) return html`<p class="none">No cell of one side has a counterpart on the other.</p>`;
  const kinds = Object.keys(CHANGES).filter(kind => pair.kinds[kind] > 0), wanted = kinds.includes(filter) ? filter : null, shown = kinds.filter(kind => !wanted || kind === wanted);
  const changed = of.pairs.reduce((sum, each) => sum + each.kinds.newly_failing + each.kinds.newly_passing, 0);
  return html`${of.gate.failed && html`<p class="stopped"><b>Gate failed:</b> ${visible(of.gate.reason)}</p>`}
    ${of.pairs.length > 1 && html`<${PairList} of=${of} number=${number} />`}
    ${of.with_replies < changed && html`<p class="dim">This file has the replies of ${count(of.with_replies)} of the ${count(changed)} changed cases.</p>`}
    <section><h2>What changed${of.pairs.length > 1 ? ": " + named(pair) : ""}</h2>
      ${kinds.length === 0 ? html`<p class="none">No case changed.</p>` : html`<nav class="chips" aria-label="Kinds of changes">${[["", "All changes"], ...kinds.map(kind => [kind, CHANGES[kind] + ": " + count(pair.kinds[kind])])]
        .map(([kind, label]) => html`<a href=${refined({ changed: kind })} aria-current=${(wanted ?? "") === kind ? "true" : undefined}
          onClick=${event => { event.preventDefault(); refine({ changed: kind }); }}>${label}</a>`)}</nav>`}
      ${shown.map(kind => html`<section key=${number + kind} class=${"changed " + kind}><h3>${CHANGES[kind]}: ${count(pair.kinds[kind])}</h3>${onlyOn[kind] && html`<p class="dim">${onlyOn[kind]}</p>`}
        <${ChangedCases} ask=${{ run: asked, pair: number, kind }} total=${pair.kinds[kind]} first=${wanted ? 100 : 20} sides=${[pair.first, pair.second].map(name => of.sides.find(side => side.name === name))} /></section>`)}</section>
    <section><h2>Significance</h2><div class="verdict ${moodOf(pair)}"><p>${visible(pair.sentence)}</p>
        <p class="dim">${count(pair.judged_cases)} of ${count(pair.common_cases)} common cases judged on both sides</p></div>
      ${pair.findings.length > 0 && html`<${Findings} of=${pair} />`}</section>
    <section><h2>Each side alone</h2>${of.sides.length > 2 && html`<div class="plots"><${Scatter} sides=${of.sides} title="Pass rate against cost" of=${side => side.cost_usd} format=${money} />
      <${Scatter} sides=${of.sides} title="Pass rate against p95" of=${side => side.working_ms?.p95} format=${took} /></div>`}
      <${SideTable} sides=${of.sides} /></section>${of.method && html`<p class="dim method">${of.method}</p>`}`;
}

function refined(changes) {
  const { path, query } = address();
  return link(path, { ...Object.fromEntries([...new Set(query.keys())].map(name => [name, query.getAll(name)])), ...changes });
}

function moodOf(pair) {
  const first = pair.findings[0];
  return !first?.significant ? "even" : first.regression ? "bad" : "good";
}

function PairList({ of, number }) {
  return html`<h2>${of.pairs.length} comparisons of ${of.sides.length} sides</h2><${Table} label="Comparisons" long=${[0, 5]} heads=${["Second against first", ...Object.values(CHANGES), "Chance?"]}
    rows=${of.pairs.map((pair, i) => [html`<a href=${refined({ pair: i })} aria-current=${i === number ? "true" : undefined}>${named(pair)}</a>`, ...Object.keys(CHANGES).map(kind => count(pair.kinds[kind] ?? 0)), visible(pair.sentence)])} />`;
}

// A page of cases, and below it the next one when it is asked for.
function ChangedCases({ ask, after, total, first, sides }) {
  const page = useData(["compare", "cases"], { ...ask, after, limit: first }), [more, setMore] = useState(false), list = useRef(null);
  useEffect(() => { if (after && page.data) list.current?.querySelector("summary")?.focus(); }, [Boolean(page.data)]);
  return html`<${Loaded} of=${page}>${({ cases = [], next }) => html`<ul class=${after ? "changes further" : "changes"} ref=${list}>${cases.map(each => html`<${ChangedCase} key=${each.key} of=${each} sides=${sides} />`)}</ul>
    ${next && more && html`<${ChangedCases} ask=${ask} after=${next} total=${total - cases.length} first=${500} sides=${sides} />`}
    ${next && !more && html`<p><button onClick=${() => setMore(true)}>Show more of the ${count(total - cases.length)} others</button></p>`}
    ${!next && total > cases.length && html`<p class="dim">and ${count(total - cases.length)} more</p>`}`}<//>`;
}

function ChangedCase({ of, sides }) {
  const [open, setOpen] = useState(false), id = of.id ?? of.key.slice(of.key.indexOf("#") + 1), file = of.key.slice(0, -id.length - 1);
  const both = [[of.number_a, 0], [of.number_b, 1]].filter(([number]) => number !== undefined).map(([number, i]) => ({ ...sides[i], number }));
  return html`<li><details onToggle=${event => setOpen(event.target.open)}><summary data-row><b>${visible(id)}</b> <span class="tally">${of.before !== undefined && html`<span aria-label="before">${of.before}</span>`}${of.before !== undefined && of.after !== undefined && " → "}${of.after !== undefined && html`<span aria-label="after">${of.after}</span>`}</span> <span class="dim">${visible([of.cause?.replaceAll("_", " "), file].filter(text => text).join(" · "))}</span></summary>
    ${open && (both.length ? html`<${BothReplies} sides=${both} />` : html`<p class="dim">${offline() ? "Its replies are not in this file." : "No result is stored."}</p>`)}</details></li>`;
}

// What two sides said to the same case, with what differs marked in both: [{name, run, cell, number}].
function BothReplies({ sides }) {
  const [first, second] = [0, 1].map(i => useData(sides[i] ? ["runs", sides[i].run, "cases", String(sides[i].number)] : null, { cell: sides[i]?.cell }));
  const [picked, pick] = useState({});
  const all = [first, second].slice(0, sides.length);
  const missing = all.find(each => !each.data);
  if (missing) return html`<${Loaded} of=${all.find(each => each.fault) ?? missing}>${() => null}<//>`;
  const results = all.map((each, i) => each.data.results.filter(result => (result.cell_number ?? sides[i].cell) === sides[i].cell));
  const chosen = results.map((own, i) => own.find(result => result.repeat === picked[i]) ?? own.find(result => result.status !== "passed") ?? own[0]);
  return html`<${SideBySide} texts=${chosen.map(result => visible(spoken(result)))} heads=${sides.map((side, i) => html`<div><p><b>${visible(side.name)}</b></p>
      <p class="dim">${results[i].length > 1 ? html`<select aria-label=${"Repeat of " + side.name} value=${chosen[i].repeat} onChange=${event => pick({ ...picked, [i]: Number(event.target.value) })}>
        ${results[i].map(result => html`<option value=${result.repeat}>repeat ${result.repeat + 1}: ${result.status}</option>`)}</select>` : chosen[i] && html`<${Status} of=${chosen[i].status} />`}
        ${chosen[i]?.duration_ms !== undefined && " " + took(chosen[i].duration_ms)}
        ${!offline() && html` <a href=${link(["run", side.run, "case", String(side.number)], { cell: side.cell, repeat: chosen[i]?.repeat })}>full case</a>`}</p>
      ${reasonsOf(chosen[i]).map(reason => html`<p class="failed">${visible(reason)}</p>`)}</div>`)} />`;
}

const reasonsOf = result => [...new Set([result?.error, result?.skip_reason, ...(result?.assertion_errors ?? [])].filter(text => text))].slice(0, 3);

// What was said and called, as text: JSON in lines, so that a difference is found in its member.
function spoken(result) {
  const turns = result?.turns ?? [{ tool_calls: result?.tool_calls, output: result?.response, replies: result?.replies }];
  return turns.flatMap(turn => [result?.turns && "user: " + (turn.input ?? ""), ...(turn.tool_calls ?? []).map(call => "→ " + call.name + " " + JSON.stringify(call.args)), ...(turn.replies ?? [turn.output]).map(inLines)])
    .filter(text => text).join("\n\n");
}

function inLines(text) {
  if (!/^\s*[[{]/.test(text ?? "")) return text;
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

function SideBySide({ heads, texts: [first, second] }) {
  const parts = useMemo(() => second === undefined ? null : Diff.diffWordsWithSpace(first, second, { timeout: 500 }), [first, second]);
  const side = (kind, whole) => html`<pre tabindex="0">${parts ? parts.filter(part => !part[kind === "ins" ? "removed" : "added"]).map(part => part.added || part.removed ? h(kind, null, part.value) : part.value) : whole || html`<i class="dim">nothing</i>`}</pre>`;
  return html`${second !== undefined && (first === second ? html`<p class="dim">Both replies are the same.</p>` : !parts && html`<p class="dim">The replies differ too much to mark the differences.</p>`)}
    <div class="replies">${heads[0]}${side("del", first)}${second !== undefined && html`${heads[1]}${side("ins", second)}`}</div>`;
}

const amounts = { pass_rate: percent, score: value => value.toFixed(3), cost_usd: money,
  tokens: value => value.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 }), working_ms: value => count(Math.round(value)) + " ms" };
const measures = { pass_rate: "Pass rate", score: "Score", cost_usd: "Cost", tokens: "Tokens", working_ms: "Time" };

function Findings({ of }) {
  const signed = (measure, value) => (value < 0 ? "-" : "+") + amounts[measure](Math.abs(value)).replace(" %", "");
  const p = value => value < 0.001 ? "p < 0.001" : "p = " + value.toFixed(value < 0.1 ? 3 : 2);
  const row = ({ measure, cases, first, second, difference, difference_95: { low, high }, p_corrected, significant }) => [measures[measure], count(cases), amounts[measure](first), amounts[measure](second), signed(measure, difference),
    signed(measure, low) + " to " + signed(measure, high), p(p_corrected) + (significant ? " *" : "")].map(cell => significant ? html`<b>${cell}</b>` : cell);
  return html`<${Table} label="Measures" heads=${["Measure", "Cases", "First", "Second", "Difference", "95 %", "p"]} rows=${of.findings.map(row)} />`;
}

const sideLetter = i => String.fromCharCode(65 + i);

function SideTable({ sides }) {
  const beside = side => (side.counts ?? []).filter(each => !["passed", "failed", "flaky"].includes(each.status)).map(each => count(each.results) + " " + each.status + (each.cause === "none" ? "" : " (" + each.cause.replaceAll("_", " ") + ")")).join(", ");
  const row = (side, i) => [html`${sides.length > 2 && html`<b>${sideLetter(i)}</b> `}${offline() ? visible(side.name) : html`<a href=${link(["run", side.run])}>${visible(side.name)}</a>`}`,
    ...side.results === undefined ? ["no results"] : [html`${percent(side.pass_rate)} <span class="dim">${count(side.passed)} of ${count(side.judged)}${side.pass_rate_of === "cases" ? " cases" : ""}</span>
      ${side.pass_rate_95 && html`<div class="dim">${interval(side.pass_rate_95.low, side.pass_rate_95.high)}</div>`}${side.pass_at && html`<div class="dim">${triesOf(side)}</div>`}`, side.score?.toFixed(3),
      html`${money(side.cost_usd)}${side.cost_of_tokens !== undefined && html`<div class="dim">for ${count(side.cost_of_tokens)} of the tokens</div>`}`, count((side.tokens?.input ?? 0) + (side.tokens?.output ?? 0)),
      took(side.working_ms?.median), took(side.working_ms?.p95), beside(side)]];
  return html`<${Table} label="Sides" long=${[0]} heads=${["Side", "Passed, 95 %", "Score", "Cost", "Tokens", "p50", "p95", "Not judged"]} rows=${sides.map(row)} />`;
}

const interval = (low, high) => (100 * low).toFixed(1) + " to " + (100 * high).toFixed(1) + " %";

// For the largest k that at least half of the cases were tried.
function triesOf(side) {
  const k = Object.keys(side.pass_at).map(Number).filter(each => side.pass_cases[each] * 2 >= side.cases).at(-1) ?? 1;
  return k < 2 ? "" : `pass@${k} ${percent(side.pass_at[k])}, pass^${k} ${percent(side.pass_hat[k])}` + (side.pass_cases[k] === side.cases ? "" : ` (over ${count(side.pass_cases[k])} of ${count(side.cases)} cases)`);
}

function Scatter({ sides, title, of, format }) {
  const points = sides.map((side, i) => ({ name: sideLetter(i), x: of(side), y: side.pass_rate, told: side.name })).filter(point => point.x !== undefined && point.y !== undefined);
  if (points.length < 2) return null;
  const most = Math.max(...points.map(point => point.x)) || 1, low = Math.max(0, Math.min(...points.map(point => point.y)) - 0.05);
  return html`<${Chart} title=${title + "; the upper left is best"} height=${220} draw=${(width, height) => {
    const left = 52, right = width - 24, top = 14, base = height - 22, x = value => left + value / most * (right - left), y = value => base - (value - low) / (1 - low || 1) * (base - top);
    return html`${[low, 1].map(value => html`<line class="grid" x1=${left} x2=${right} y1=${y(value)} y2=${y(value)} /><text class="tick" x=${left - 6} y=${y(value) + 4} text-anchor="end">${percent(value)}</text>`)}
      <text class="tick" x=${left} y=${height - 4}>0</text><text class="tick" x=${right} y=${height - 4} text-anchor="end">${format(most)}</text>
      ${points.map(point => html`<${Point} x=${x(point.x)} y=${y(point.y)}>${point.told}: ${percent(point.y)}, ${format(point.x)}<//>`)}
      ${Object.values(Object.groupBy(points, point => Math.round(x(point.x) / 16) + " " + Math.round(y(point.y) / 14))).map(near => html`<text class="tick" x=${x(near[0].x) + (x(near[0].x) > right - 20 ? -10 : 8)} text-anchor=${x(near[0].x) > right - 20 ? "end" : "start"} y=${y(near[0].y) + 4}>${near.map(point => point.name).join(", ")}</text>`)}`;
  }} />`;
}
