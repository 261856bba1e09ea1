// Pictures of how long things took, drawn once the rest of the page is there.
const BINS = 32, WIDTH = 420, HEIGHT = 110;
const lookOf = row => unwell.has(row.status) ? "bad" : row.status === "passed" ? "" : "rest";

function Times({ run, query }) {
  const [open, setOpen] = useState(false), of = useData(open ? ["runs", run.id, "times"] : null, filterOf(query));
  const title = each => (each.of === "ms" ? "Durations" : "Until the first byte of the last answer") + (run.cells.length > 1 ? " · " + visible(run.cells.find(cell => cell.cell === each.cell)?.name ?? "") : "");
  return html`<section id="time"><details onToggle=${event => setOpen(event.target.open)}><summary><h2>Times</h2></summary><${Loaded} of=${of}>${({ times, ...rest }) => times.length === 0 ? html`<p class="none">No times recorded.</p>` : html`
    <div class="charts">${times.map(each => html`<${Histogram} key=${each.of + each.cell} title=${title(each)} of=${each} />`)}</div><${Timeline} run=${run} of=${rest} />`}<//></details></section>`;
}

function Histogram({ title, of: { least, p50, p95, most, longest, bins } }) {
  const each = (most - least) / BINS, base = HEIGHT - 20, wide = WIDTH / BINS, tallest = Math.max(...bins.map(([, good, bad]) => good + bad)), high = number => number && Math.max(1.5, number / tallest * (base - 16));
  const x = Math.min(WIDTH - 1, (p50 - least) / each * wide), told = `p50 ${took(p50)}, p95 ${took(p95)}, longest ${took(longest)}`;
  return html`<figure class="card chart"><figcaption>${title}<p class="dim number">${told}</p></figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${title + ": " + told}>${bins.map(([i, good, bad]) => html`<g key=${i}>
      <title>${`${took(least + i * each)} to ${i === BINS - 1 ? took(longest) : took(least + (i + 1) * each)}: ${good + bad}` + (bad ? `, ${bad} of them did not pass` : "")}</title>
      <rect class="bar" x=${i * wide + 0.5} width=${wide - 1} y=${base - high(good)} height=${high(good)} /><rect class="bar bad" x=${i * wide + 0.5} width=${wide - 1} y=${base - high(good) - high(bad)} height=${high(bad)} /></g>`)}
    <line class="axis" x1="0" x2=${WIDTH} y1=${base} y2=${base} /><line class="midline" x1=${x} x2=${x} y1="12" y2=${base} /><text x=${Math.min(x + 4, WIDTH - 30)} y="11">p50</text>
    <text x="0" y=${HEIGHT - 5}>${took(least)}</text><text x=${WIDTH} y=${HEIGHT - 5} text-anchor="end">${(longest > most ? "≥ " : "") + took(most)}</text></svg></figure>`;
}

// Timeline by worker: a bar each, in as many lanes as ran at once; of many, how many ran at a time.
function Timeline({ run, of: { workers, all_workers, span_ms, results } }) {
  if (workers.length === 0) return null;
  return html`<figure class="card chart"><figcaption>Timeline by worker${all_workers > workers.length && `: the first ${workers.length} of ${count(all_workers)}`}</figcaption>${workers.map(each => html`<p class="dim">${visible(each.worker)} · ${count(each.results)}</p>
    ${results ? html`<${Lanes} run=${run} own=${results.filter(row => row.worker === each.worker).sort((a, b) => a.start - b.start)} scale=${1000 / span_ms} />` : html`<${Load} of=${each} />`}`)}<p class="dim ends"><span>0</span><span>${took(span_ms)}</span></p></figure>`;
}

function Lanes({ run, own, scale }) {
  const free = [], bars = own.map(row => {
    let lane = free.findIndex(until => until <= row.start);
    if (lane < 0) lane = free.length;
    free[lane] = row.start + row.ms;
    return html`<a href=${link(["run", run.id, "case", row.number], { cell: row.cell, repeat: row.repeat })} tabindex="-1"><title>${visible(row.id)} · ${row.status} · ${took(row.ms)}</title>
      <rect class="bar ${lookOf(row)}" x=${row.start * scale} y=${lane * 8} width=${Math.max(1.5, row.ms * scale - 0.5)} height="7" rx="1" /></a>`;
  });
  return html`<svg viewBox="0 0 1000 ${free.length * 8}" role="group" aria-label=${plural(own.length, "result") + ", at most " + free.length + " at once"}>${bars}</svg>`;
}

function Load({ of }) {
  const most = Math.max(1e-9, ...of.bins.map(([, good, bad]) => good + bad)), high = number => number / most * 34;
  return html`<svg viewBox="0 0 1000 34" role="img" aria-label=${plural(of.results, "result") + ", at most " + most.toFixed(1) + " at once"}>${of.bins.map(([i, good, bad]) => html`<g><title>${(good + bad).toFixed(1)} at once</title>
    <rect class="bar" x=${i * 4} width="3.5" y=${34 - high(good)} height=${high(good)} /><rect class="bar bad" x=${i * 4} width="3.5" y=${34 - high(good) - high(bad)} height=${high(bad)} /></g>`)}</svg>`;
}
