// Data of a run in one file: its head is plain JSON, everything else is packed, and unpacked when it is asked for.
const embedded = document.getElementById("run") && JSON.parse(document.getElementById("run").textContent);
const LETTER = { passed: "P", failed: "F", error: "E", flaky: "Y", skipped: "S", cancelled: "C" };
const unwell = new Set(["failed", "error", "flaky"]), badness = { failed: 0, error: 1, flaky: 2, skipped: 3, cancelled: 4, passed: 5 };
const rank = (sorted, share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
const worst = rows => rows.reduce((found, row) => badness[row.status] < badness[found] ? row.status : found, rows[0].status);
const mean = (rows, of) => { const own = rows.filter(row => row[of] !== null); return own.length ? sum(own, of) / own.length : undefined; };
const sum = (rows, of) => rows.reduce((all, row) => row[of] === null ? all : (all ?? 0) + row[of], null);

class Bins extends Map {
  add(bin, row, much) { if (!this.has(bin)) this.set(bin, [bin, 0, 0]); this.get(bin)[unwell.has(row.status) ? 2 : 1] += much; }
}

const loaded = new Promise(done => { if (document.readyState === "loading") addEventListener("DOMContentLoaded", done, { once: true }); else done(); });

async function unpack(id) {
  const packed = document.getElementById(id).textContent, bytes = Uint8Array.fromBase64?.(packed) ?? Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

const file = {
  packed: null, index: null, blocks: new Map(), sought: { text: "", hits: null },

  // One object for each result, from columns; the cases, each with its results.
  async read() {
    // the index is above the blocks, so it is whole before they are read
    while (document.readyState === "loading" && !document.getElementById("block-0")) await new Promise(done => setTimeout(done, 4));
    const packed = file.packed = JSON.parse(document.getElementById("packed").textContent), rows = [];
    const parts = await Promise.all(Array.from({ length: packed.parts }, (_, part) => unpack("index-" + part)));
    for (const part of parts) {
      const of = JSON.parse(part);
      for (let i = 0; i < of.number.length; i++) rows.push({ at: rows.length, number: of.number[i], cell: of.cell[i], repeat: of.repeat[i], id: of.id[i],
        name: of.name[i], labels: of.labels[i], file: packed.files[of.file[i]], line: of.line[i], status: packed.statuses[of.status[i]],
        cause: packed.causes[of.cause[i]], group: of.group[i], reason: of.reason[i], ms: of.ms[i], start: of.start[i], first: of.first[i],
        worker: packed.workers[of.worker[i]], cost: of.cost[i], score: of.score[i] });
    }
    const cases = new Map();
    for (const row of rows) if (cases.has(row.number)) cases.get(row.number).push(row); else cases.set(row.number, [row]);
    for (const own of cases.values()) if (own.length > 1) own.sort((a, b) => a.cell - b.cell || a.repeat - b.repeat);
    return { rows, cases };
  },

  async get(path, query = {}) {
    if (path[0] === "me") return { name: "", role: "viewer", kind: "file" };
    if (path[0] !== "runs" || path[1] !== embedded.id) throw new Fault(404, "This file has the run " + embedded.id + " only.");
    const { rows, cases } = await (file.index ??= file.read());
    const answer = { run: () => file.run(rows), groups: file.groups, cases: file.cases, count: file.count, times: file.times }[path[2] ?? "run"];
    return path[3] ? file.results(cases.get(+path[3]), query) : answer(await file.matching(cases, query), query);
  },

  run(rows) {
    const labels = {};
    for (const row of rows) for (const name in row.labels) (labels[name] ??= new Set()).add(row.labels[name]);
    const judged = embedded.passed + embedded.failed + embedded.error + embedded.flaky;
    return { pass_rate: judged ? embedded.passed / judged : null, ...embedded, total: embedded.expected || embedded.total, files: file.packed.files,
      label_values: Object.fromEntries(Object.entries(labels).map(([name, values]) => [name, [...values].sort()])), groups_complete: true,
      quarantined: rows.filter(row => row.cause === "muted").length };
  },

  // Returns what fits, case by case: a case is there when one of its results fits.
  async matching(cases, query) {
    const fits = await file.filter(query), found = [];
    for (const [number, all] of cases) { const own = all.filter(fits); if (own.length > 0) found.push({ number, all, own }); }
    return found;
  },

  async filter({ status, cause, cell, label, file: path, group, q, ...limits }) {
    const statuses = new Set([status ?? []].flat().flatMap(each => each === "unwell" ? [...unwell] : each)), wanted = [label ?? []].flat();
    const text = q?.toLowerCase(), hits = text && await file.search(text);
    const bounds = ["ms", "cost", "score"].flatMap(of => [["min_", 1], ["max_", -1]].filter(([side]) => limits[side + of])
        .map(([side, sign]) => row => row[of] !== null && sign * row[of] >= sign * limits[side + of]));
    return row => (statuses.size === 0 || statuses.has(row.status)) && (!cause || row.cause === cause) && (!cell || row.cell === +cell)
      && (!path || row.file === path) && (!group || row.group === +group) && bounds.every(holds => holds(row))
      && wanted.every(each => { const at = each.indexOf("="); return row.labels?.[each.slice(0, at)] === each.slice(at + 1); }) && (!text || hits.has(row.at));
  },

  // Searches ids, names, files and reasons, then block by block what was said; tells how far it is.
  search(text) {
    if (file.sought.text !== text) file.sought = { text, hits: file.scan(text) };
    return file.sought.hits;
  },

  async scan(text) {
    const { rows } = await file.index, hits = new Set(), escaped = JSON.stringify(text).slice(1, -1);
    for (const row of rows) if (`${row.id} ${row.name ?? ""} ${row.file}:${row.line} ${row.reason ?? ""}`.toLowerCase().includes(text)) hits.add(row.at);
    await loaded;
    for (let block = 0; block < file.packed.blocks.length && file.sought.text === text; block++) {
      const packed = await unpack("block-" + block);
      if (packed.toLowerCase().includes(escaped)) JSON.parse(packed).forEach((result, i) => { if (saidIn(result).toLowerCase().includes(text)) hits.add(file.packed.blocks[block] + i); });
      dispatchEvent(new CustomEvent("searching", { detail: (block + 1) / file.packed.blocks.length }));
    }
    return hits;
  },

  count: found => ({ cases: found.length, results: found.reduce((all, each) => all + each.own.length, 0) }),

  groups(found) {
    const groups = new Map();
    for (const { own } of found) for (const row of own) {
      if (row.group < 0) continue;
      const known = file.packed.groups[row.group], seen = groups.get(row.group);
      if (seen) { seen.size++; continue; }
      const { number, cell, repeat, id, file: path, line } = row, shown = known.reason?.startsWith((row.reason ?? "").slice(0, 200));
      groups.set(row.group, { group: row.group, cause: known.cause, message: known.message, size: 1, example: { number, cell, repeat, id, file: path, line,
        reason: shown ? known.reason : row.reason, ...(shown && { input: known.input, reply: known.reply }) } });
    }
    return { groups: [...groups.values()].sort((a, b) => b.size - a.size) };
  },

  cases(found, { sort = "worst", after = 0, limit = 100 }) {
    const by = sort.replace("-", ""), sign = sort.startsWith("-") ? -1 : 1;
    const value = { worst: own => Math.min(3, badness[worst(own)]), number: () => 0, ms: own => Math.max(...own.map(row => row.ms)), cost: own => sum(own, "cost"),
      score: own => own.reduce((least, row) => row.score === null || row.score > least ? least : row.score, Infinity) }[by];
    const keyed = found.map(each => [value(each.own) ?? -1, each]).sort((a, b) => sign * (a[0] - b[0]) || a[1].number - b[1].number);
    return { cases: keyed.slice(+after, +after + +limit).map(([, { number, all }]) => file.inList(number, all)),
      ...(keyed.length > +after + +limit && { next: String(+after + +limit) }) };
  },

  // As CaseList does it on a server.
  inList(number, all) {
    const { id, name, file: path, line, labels } = all[0];
    return { number, key: path + "#" + id, id, name, file: path, line, labels, cells: [...Map.groupBy(all, row => row.cell)].map(([cell, own]) => {
      const dots = Array(own.at(-1).repeat + 1).fill(".");
      for (const row of own) dots[row.repeat] = LETTER[row.status];
      return { cell, dots: dots.join(""), status: worst(own), ms: rank(own.map(row => row.ms).sort((a, b) => a - b), 0.5),
        cost_usd: sum(own, "cost"), score: mean(own, "score"), reason: own.find(row => row.reason && row.status !== "passed")?.reason, muted: own.some(row => row.cause === "muted") };
    }) };
  },

  // Times as a server tells them: a bin is its number, how much passed, and how much did not.
  times(found) {
    const rows = found.flatMap(each => each.own).filter(row => row.ms > 0), ran = rows.filter(row => row.worker), workers = Map.groupBy(ran, row => row.worker);
    const start = ran.reduce((least, row) => Math.min(least, row.start), Infinity), span_ms = ran.reduce((most, row) => Math.max(most, row.start + row.ms - start), 0), one = span_ms / 250;
    const times = ["ms", "first"].flatMap(of => [...Map.groupBy(rows.filter(row => row[of] >= 0), row => row.cell)].map(([cell, own]) => {
      const sorted = own.map(row => row[of]).sort((a, b) => a - b), least = sorted[0], most = Math.max(rank(sorted, 0.99), least + 1), bins = new Bins();
      for (const row of own) bins.add(Math.min(31, Math.floor((row[of] - least) * 32 / (most - least))), row, 1);
      return { of, cell, results: own.length, least, p50: rank(sorted, 0.5), p95: rank(sorted, 0.95), most, longest: sorted.at(-1), bins: [...bins.values()] };
    })).sort((a, b) => a.cell - b.cell);
    if (ran.length <= 600) return { times, all_workers: workers.size, span_ms, workers: [...workers.keys()].sort().map(worker => ({ worker, results: workers.get(worker).length })),
      results: ran.map(({ number, cell, repeat, id, status, ms, start: began, worker }) => ({ number, cell, repeat, id, status, ms, start: began - start, worker })) };
    const busy = own => { const bins = new Bins();
      for (const row of own) for (let first = (row.start - start) / one, last = first + row.ms / one, bin = Math.floor(first); bin < Math.min(250, last); bin++) bins.add(bin, row, Math.min(last, bin + 1) - Math.max(first, bin));
      return [...bins.values()]; };
    return { times, all_workers: workers.size, span_ms, workers: [...workers.keys()].sort().slice(0, 40).map(worker => ({ worker, results: workers.get(worker).length, bins: busy(workers.get(worker)) })) };
  },

  async results(rows, { cell, repeat }) {
    if (!rows) throw new Fault(404, "This run has no such case.");
    const chosen = rows.filter(row => (!cell || row.cell === +cell) && (!repeat || row.repeat === +repeat));
    const results = await Promise.all(chosen.map(file.detail)), [{ number, key, id, name }] = results;
    return { number, key, id, name, file: rows[0].file, line: rows[0].line, results };
  },

  async detail({ at, number, cell, first }) {
    const begins = file.packed.blocks, block = begins.findLastIndex(begin => begin <= at);
    if (!file.blocks.has(block)) {
      if (file.blocks.size > 8) file.blocks.clear();
      file.blocks.set(block, loaded.then(() => unpack("block-" + block)).then(JSON.parse));
    }
    const result = (await file.blocks.get(block))[at - begins[block]], began = Date.parse(result.started_at);
    return { ...result, number, cell_number: cell, first_event_ms: first, test_start_ts: began, test_end_ts: began + result.duration_ms, cell_name: embedded.cells.find(each => each.cell === cell)?.name };
  },
};

// What was said and why it did not pass: the text that a search looks through.
function saidIn(result) {
  const turns = (result.turns ?? []).flatMap(turn => [turn.input, ...(turn.replies ?? [turn.output]), turn.error, ...(turn.assertion_errors ?? [])]);
  return [result.id, result.input, ...(result.replies ?? [result.response]), result.error, result.skip_reason, ...(result.assertion_errors ?? []), ...turns,
    ...(result.messages ?? []).map(each => each.content)].filter(text => text).join("\n");
}
if (embedded) {
  source = file;
  if (!address().path.length) location.replace(link(["run", embedded.id]));
}
