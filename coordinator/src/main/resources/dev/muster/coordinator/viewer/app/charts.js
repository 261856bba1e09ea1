// Pictures of how long things took, drawn once the rest of the page is there.
const BINS = 32, WIDTH = 420, HEIGHT = 110;
const lookOf = row => unwell.has(row.status) ? "bad" : row.status === "passed" ? "" : "rest";

function Times({ run, query }) {
  const [open, setOpen] = useState(false), of = useData(open ? ["runs", run.id, "times"] : null, filterOf(query)), rows = of.data?.results ?? [];
  const charts = rows.length === 0 ? [] : run.cells.flatMap(({ cell, name }) => { const own = rows.filter(row => row.cell === cell), label = run.cells.length > 1 ? " · " + visible(name) : "";
    return [["Durations" + label, own, row => row.ms], ["Until the first byte of the last answer" + label, own.filter(row => row.first >= 0), row => row.first]]; }).filter(([, own]) => own.length > 0);
  return html`<section id="time"><details onToggle=${event => setOpen(event.target.open)}><summary><h2>Times</h2></summary><${Loaded} of=${of}>${() => rows.length === 0 ? html`<p class="none">Nothing was timed.</p>` : html`
    <div class="charts">${charts.map(([title, own, value]) => html`<${Histogram} title=${title} rows=${own} value=${value} />`)}</div><${Timeline} run=${run} rows=${rows} />
    ${of.data.complete === false && html`<p class="dim">Drawn from ${count(rows.length)} of the results.</p>`}`}<//></details></section>`;
}

function Histogram({ title, rows, value }) {
  const sorted = rows.map(value).sort((a, b) => a - b), least = sorted[0], most = Math.max(rank(sorted, 0.99), least + 1), each = (most - least) / BINS;
  const bins = Array.from({ length: BINS }, () => [0, 0]);
  for (const row of rows) bins[Math.min(BINS - 1, Math.floor((value(row) - least) / each))][unwell.has(row.status) ? 1 : 0]++;
  const base = HEIGHT - 20, wide = WIDTH / BINS, tallest = Math.max(...bins.map(([good, bad]) => good + bad)), high = number => number && Math.max(1.5, number / tallest * (base - 16));
  const half = rank(sorted, 0.5), x = Math.min(WIDTH - 1, (half - least) / each * wide), told = `p50 ${took(half)}, p95 ${took(rank(sorted, 0.95))}, longest ${took(sorted.at(-1))}`;
  return html`<figure class="card chart"><figcaption>${title}<p class="dim number">${told}</p></figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${title + ": " + told}>${bins.map(([good, bad], i) => html`<g key=${i}>
      <title>${`${took(least + i * each)} to ${i === BINS - 1 ? took(sorted.at(-1)) : took(least + (i + 1) * each)}: ${good + bad}` + (bad ? `, ${bad} of them did not pass` : "")}</title>
      <rect class="bar" x=${i * wide + 0.5} width=${wide - 1} y=${base - high(good)} height=${high(good)} /><rect class="bar bad" x=${i * wide + 0.5} width=${wide - 1} y=${base - high(good) - high(bad)} height=${high(bad)} /></g>`)}
    <line class="axis" x1="0" x2=${WIDTH} y1=${base} y2=${base} /><line class="midline" x1=${x} x2=${x} y1="12" y2=${base} /><text x=${Math.min(x + 4, WIDTH - 30)} y="11">p50</text>
    <text x="0" y=${HEIGHT - 5}>${took(least)}</text><text x=${WIDTH} y=${HEIGHT - 5} text-anchor="end">${(sorted.at(-1) > most ? "≥ " : "") + took(most)}</text></svg></figure>`;
}

// What ran when, by worker: a bar each, in as many lanes as ran at once; of many, how many ran at a time.
function Timeline({ run, rows }) {
  const ran = rows.filter(row => row.start !== null && row.worker), begin = ran.reduce((least, row) => Math.min(least, row.start), Infinity), end = ran.reduce((most, row) => Math.max(most, row.start + row.ms), begin + 1);
  const workers = Map.groupBy(ran, row => row.worker), names = [...workers.keys()].sort();
  if (names.length === 0) return null;
  return html`<figure class="card chart"><figcaption>What ran when, by worker${names.length > 40 && `: the first 40 of ${count(names.length)}`}</figcaption>${names.slice(0, 40).map(name => html`<p class="dim">${visible(name)} · ${count(workers.get(name).length)}</p>
    <${ran.length <= 600 ? Lanes : Load} run=${run} own=${workers.get(name).sort((a, b) => a.start - b.start)} begin=${begin} end=${end} />`)}<p class="dim ends"><span>0</span><span>${took(end - begin)}</span></p></figure>`;
}

function Lanes({ run, own, begin, end }) {
  const free = [], scale = 1000 / (end - begin), bars = own.map(row => {
    let lane = free.findIndex(until => until <= row.start);
    if (lane < 0) lane = free.length;
    free[lane] = row.start + row.ms;
    return html`<a href=${link(["run", run.id, "case", row.number], { cell: row.cell, repeat: row.repeat })} tabindex="-1"><title>${visible(row.id)} · ${row.status} · ${took(row.ms)}</title>
      <rect class="bar ${lookOf(row)}" x=${(row.start - begin) * scale} y=${lane * 8} width=${Math.max(1.5, row.ms * scale - 0.5)} height="7" rx="1" /></a>`;
  });
  return html`<svg viewBox="0 0 1000 ${free.length * 8}" role="img" aria-label=${plural(own.length, "result") + ", at most " + free.length + " at once"}>${bars}</svg>`;
}

function Load({ own, begin, end }) {
  const bins = 250, each = (end - begin) / bins, busy = Array.from({ length: bins }, () => [0, 0]);
  for (const row of own) for (let bin = Math.floor((row.start - begin) / each); bin < bins && begin + bin * each < row.start + row.ms; bin++)
    busy[bin][unwell.has(row.status) ? 1 : 0] += (Math.min(row.start + row.ms, begin + (bin + 1) * each) - Math.max(row.start, begin + bin * each)) / each;
  const most = Math.max(1e-9, ...busy.map(([good, bad]) => good + bad)), high = number => number / most * 34;
  return html`<svg viewBox="0 0 1000 34" role="img" aria-label=${plural(own.length, "result") + ", at most " + most.toFixed(1) + " at once"}>${busy.map(([good, bad], i) => html`<g><title>${(good + bad).toFixed(1)} at once</title>
    <rect class="bar" x=${i * 4} width="3.5" y=${34 - high(good)} height=${high(good)} /><rect class="bar bad" x=${i * 4} width="3.5" y=${34 - high(good) - high(bad)} height=${high(bad)} /></g>`)}</svg>`;
}
