// Pictures, drawn from the index.
const BINS = 32, WIDTH = 420, HEIGHT = 120;

function rank(sorted, share) { return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]; }

function histogram(title, of, value) {
  const sorted = of.map(value).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const least = sorted[0], most = Math.max(rank(sorted, 0.99), least + 1), step = (most - least) / BINS;
  const bins = Array.from({ length: BINS }, () => [0, 0]);
  for (const row of of) bins[Math.min(BINS - 1, Math.floor((value(row) - least) / step))][unwell.has(row.status) ? 1 : 0]++;
  const tallest = Math.max(...bins.map(bin => bin[0] + bin[1]));
  const base = HEIGHT - 20, width = WIDTH / BINS, high = count => count === 0 ? 0 : Math.max(1.5, count / tallest * (base - 18));
  const x = ms => Math.min(WIDTH - 1, (ms - least) / step * width);
  const svg = el("svg:svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title });
  bins.forEach(([good, bad], i) => {
    const told = `${took(least + i * step)} to ${i === BINS - 1 ? took(sorted.at(-1)) : took(least + (i + 1) * step)}: ${good + bad}` + (bad ? `, ${bad} of them did not pass` : "");
    const bar = (kind, from, count) => count === 0 ? null : el("svg:rect", { class: "bar " + kind, x: i * width + 0.5, width: width - 1, y: base - high(from + count), height: high(from + count) - high(from) }, el("svg:title", null, told));
    for (const drawn of [bar("", 0, good), bar("bad", good, bad)]) if (drawn) svg.append(drawn);
  });
  const half = rank(sorted, 0.5), most95 = rank(sorted, 0.95);
  svg.append(el("svg:line", { class: "axis", x1: 0, x2: WIDTH, y1: base, y2: base }),
      el("svg:line", { class: "midline", x1: x(half), x2: x(half), y1: 14, y2: base }),
      el("svg:text", { x: 0, y: HEIGHT - 5 }, took(least)),
      el("svg:text", { x: WIDTH, y: HEIGHT - 5, "text-anchor": "end" }, (sorted.at(-1) > most ? "≥ " : "") + took(most)),
      el("svg:text", { x: Math.min(x(half) + 4, WIDTH - 60), y: 12 }, "half"));
  return el("div", { class: "card chart" }, el("h3", null, title),
      el("p", { class: "dim number" }, `p50 ${took(half)}, p95 ${took(most95)}`), svg);
}

const kindOf = row => unwell.has(row.status) ? "bad" : row.status === "passed" ? "" : "rest";

// Up to some hundred results each is a bar, in as many lanes as ran at once; above that, how many ran at a time.
function timeline() {
  const ran = rows.filter(row => row.ms > 0 && row.start !== null && row.worker);
  if (ran.length === 0) return null;
  const begin = Math.min(...chunked(ran, part => Math.min(...part.map(row => row.start))));
  const end = Math.max(begin + 1, ...chunked(ran, part => Math.max(...part.map(row => row.start + row.ms))));
  const wide = 1000, scale = wide / (end - begin), svg = el("svg:svg", { role: "img", "aria-label": "What ran when, by worker" });
  let y = 0;
  const workers = [...new Set(ran.map(row => row.worker))].sort();
  for (const worker of workers.slice(0, 40)) {
    const own = ran.filter(row => row.worker === worker).sort((a, b) => a.start - b.start);
    svg.append(el("svg:text", { x: 0, y: y + 12 }, worker + " · " + own.length.toLocaleString("en")));
    y += 18;
    y += ran.length <= 600 ? lanes(svg, own, y, begin, scale) : load(svg, own, y, begin, end, wide);
    y += 8;
  }
  svg.append(el("svg:text", { x: 0, y: y + 10 }, "0"), el("svg:text", { x: wide, y: y + 10, "text-anchor": "end" }, took(end - begin)));
  svg.setAttribute("viewBox", `0 0 ${wide} ${y + 14}`);
  return el("div", { class: "card chart" }, el("h3", null, "What ran when, by worker"),
      workers.length > 40 ? el("p", { class: "dim" }, "the first 40 of " + workers.length + " workers") : null, svg);
}

function chunked(all, of) {
  const parts = [];
  for (let i = 0; i < all.length; i += 5000) parts.push(of(all.slice(i, i + 5000)));
  return parts;
}

function lanes(svg, own, y, begin, scale) {
  const free = [];
  for (const row of own) {
    let lane = free.findIndex(until => until <= row.start);
    if (lane < 0) lane = free.length;
    free[lane] = row.start + row.ms;
    svg.append(el("svg:rect", { class: "bar " + kindOf(row), x: (row.start - begin) * scale, y: y + lane * 7, height: 6, rx: 1,
      width: Math.max(1.5, row.ms * scale - 0.5), style: "cursor:pointer", on: { click: () => openDetail(row) } },
        el("svg:title", null, row.id + " · " + row.status + " · " + took(row.ms))));
  }
  return free.length * 7;
}

function load(svg, own, y, begin, end, wide) {
  const bins = 250, step = (end - begin) / bins, busy = new Float64Array(bins), bad = new Float64Array(bins), high = 34;
  for (const row of own) {
    const from = Math.floor((row.start - begin) / step), to = Math.min(bins - 1, Math.floor((row.start + row.ms - begin) / step));
    for (let bin = from; bin <= to; bin++) {
      const share = (Math.min(row.start + row.ms, begin + (bin + 1) * step) - Math.max(row.start, begin + bin * step)) / step;
      busy[bin] += share;
      if (unwell.has(row.status)) bad[bin] += share;
    }
  }
  const most = Math.max(1e-9, ...busy);
  for (let bin = 0; bin < bins; bin++) {
    const bar = (kind, from, to) => to <= from ? null : el("svg:rect", { class: "bar " + kind, x: bin * wide / bins, width: wide / bins - 0.5, y: y + high - to / most * high, height: (to - from) / most * high },
        el("svg:title", null, busy[bin].toFixed(1) + " at once"));
    for (const drawn of [bar("", 0, busy[bin] - bad[bin]), bar("bad", busy[bin] - bad[bin], busy[bin])]) if (drawn) svg.append(drawn);
  }
  return high;
}

function drawCharts() {
  const ran = rows.filter(row => row.ms > 0), answered = ran.filter(row => row.first >= 0);
  const drawn = [];
  const cells = run.cells.length > 1 ? run.cells.map((name, number) => [" · " + name, number]) : [["", null]];
  for (const [name, number] of cells) {
    const own = all => number === null ? all : all.filter(row => row.cell === number);
    drawn.push(histogram("How long cases worked, without waiting" + name, own(rows.filter(row => row.working >= 0)), row => row.working),
        histogram("Until the first byte of the last answer" + name, own(answered), row => row.first));
  }
  document.getElementById("charts").append(...drawn.filter(chart => chart));
  const lanesChart = timeline();
  if (lanesChart) document.getElementById("timeline").append(lanesChart);
  document.getElementById("time").hidden = !lanesChart && drawn.every(chart => !chart);
}
