// A run, under way or over: how it came out, what is new, what did not pass and why, and its cases.
pages.run = function Run({ path, query, me }) {
  const of = useLive(path[1]);
  return html`<${Loaded} of=${of} heading=${"Run " + path[1]}>${run => html`<${RunHead} run=${run} />${!over(run) && html`<${Progress} run=${run}><${Limits} run=${run} me=${me} /><//>`}
    <${Actions} run=${run} me=${me} reload=${of.reload} /><${Cells} run=${run} /><${News} run=${run} />
    <${Groups} run=${run} query=${query} tick=${of.tick} /><${Cases} run=${run} query=${query} tick=${of.tick} />
    <${Times} run=${run} query=${query} /><${Told} run=${run} />`}<//>`;
};

// A run as the stream tells it, with what is read again less often; every two seconds without the stream, or while its figures are on their way.
// The tick changes when there is more.
function useLive(id) {
  const of = useData(["runs", id]), run = of.data && { ...of.data, cells: of.data.cells ?? [{ cell: 0, name: of.data.agents }] };
  const live = Boolean(run) && (!over(run) || run.figures_complete === false || run.groups_complete === false), told = useStream(live && !over(run)), mine = told?.find(each => each.run.id === id);
  useEffect(() => { if (run) of.reload(); }, [!mine]);
  useEvery(live && (mine ? 10000 : 2000), of.reload);
  return { ...of, data: run && withStream(run, told), tick: run ? run.state + done(run) + run.groups_complete : "" };
}

function Gate({ of }) {
  return of && html`<p class=${of.passed ? "dim" : "stopped"}>${of.passed ? html`Gate: passed (${visible(of.reason)})` : html`<b>Gate failed:</b> ${visible(of.reason)}`}${of.note && html`. <span class="dim">${visible(of.note)}</span>`}</p>`;
}

function RunHead({ run }) {
  const build = run.labels?.build_url, when = run.started_at ?? run.created_at;
  return html`<div class="verdict ${mood(run)}"><h1 class="number">${verdict(run)}</h1>
    <p class="dim facts"><span>run ${visible(run.id)}</span><span>${visible(run.agents)}</span><span>${visible((run.inputs ?? []).join(", "))}</span>${when && html`<span><${Time} at=${when} /></span>`}
      <span>${run.paused ? "paused" : over(run) ? run.duration_ms !== undefined && "took " + took(run.duration_ms) : run.state}</span>${run.quarantined > 0 && html`<span>${run.quarantined} muted</span>`}
      ${run.owner && html`<span>by ${visible(run.owner)}</span>`}${run.parent && html`<span>of <a href=${link(["run", run.parent])}>${run.parent}</a></span>`}
      ${run.exit_code !== undefined && html`<span>exit code ${run.exit_code}</span>`}</p>
    <p class="facts"><${Labels} of=${run.labels} but=${["build_url"]} />${build && (/^https?:\/\//.test(build) ? html`<a href=${build} rel="noopener noreferrer" target="_blank">build</a>` : html`<${Labels} of=${{ build }} />`)}</p>
    ${run.stop_reason && html`<p class="stopped">Stopped: ${visible(run.stop_reason)}</p>`}
    <${Gate} of=${run.gate_outcome ?? (run.gate_failure && { passed: false, reason: run.gate_failure })} />
    ${(run.reruns ?? []).length > 0 && html`<p class="dim">Results of later runs of a part of it stand in place of its own: ${run.reruns.map(id => html` <a href=${link(["run", id])}>${id}</a>`)}</p>`}</div>`;
}

function Progress({ run, children }) {
  const all = done(run), rate = run.rate_per_s ?? (run.duration_ms > 0 ? all / run.duration_ms * 1000 : 0), eta = run.eta_ms ?? (rate > 0 ? (run.total - all) / rate * 1000 : undefined);
  const told = `${count(all)} of ${count(run.total)} results, ${rate.toFixed(rate < 10 ? 1 : 0)} a second` + (eta && !run.paused ? `, about ${took(eta)} left` : "");
  const bad = run.failed + run.error, share = number => run.total ? number / run.total * 100 : 0;
  return html`<section class="progress" aria-label="Progress"><svg viewBox="0 0 100 2" preserveAspectRatio="none" role="progressbar" aria-label="Results" aria-valuemin="0" aria-valuemax=${run.total} aria-valuenow=${all} aria-valuetext=${told}><rect class="ground" width="100" height="2" />
      <rect class="bar" width=${share(all)} height="2" /><rect class="bar bad" width=${share(bad)} height="2" /></svg><p class="number">${told}</p>
    ${run.waiting && html`<p class="dim">Waiting: ${visible(run.waiting)}</p>`}${children}
    ${(run.newest_failures ?? []).length > 0 && html`<h2>Newest failures</h2><div role="log"><ul class="plainlist">${run.newest_failures.map(each => html`<li><a href=${link(["run", run.id, "case", each.number], { cell: each.cell, repeat: each.repeat })}>${visible(each.id)}</a> <span class=${each.status}>${each.status}</span> <span class="dim">${visible(each.reason ?? "")}</span></li>`)}</ul></div>`}</section>`;
}

const CONTROLS = [["pause", "Pause", run => !over(run) && !run.paused], ["continue", "Continue", run => !over(run) && run.paused], ["stop", "Stop", run => !over(run)],
  ["again?what=failed", "Re-run failed", run => over(run) && run.failed > 0], ["again?what=errors", "Re-run errors", run => over(run) && run.error > 0], ["again?what=rest", "Run the rest", run => over(run) && run.cancelled > 0]];

// What can be done with the run: on a coordinator by those who may, elsewhere as commands to copy.
function Actions({ run, me, reload }) {
  const [told, setTold] = useState(null);
  const may = me.kind === "coordinator" && (me.role === "admin" || me.role === "submitter" && run.owner === me.name);
  const act = (what, name) => (what !== "stop" || confirm("Stop this run? Cases without a result are cancelled.")) && server.send("POST", `runs/${encodeURIComponent(run.id)}/${what}`)
    .then(answer => { setTold(answer?.run && answer.run !== run.id ? html`<a href=${link(["run", answer.run])}>Run ${answer.run}</a> began.` : name + ": done."); reload(); },
        fault => setTold(html`<span class="failed">${fault.message}</span>`));
  const fleet = me.kind === "coordinator" ? " --coordinator " + location.origin : "";
  const commands = [[!fleet && "report", "muster report " + run.id], ...over(run) ? [[run.failed > 0 && "failed", "muster run --rerun-failed " + run.id + fleet], [run.error > 0 && "errors", "muster run --retry-errors " + run.id + fleet],
    [run.cancelled > 0 && "rest", "muster run --resume " + run.id + fleet]] : []].filter(([wanted]) => wanted);
  return html`<div class="actions">${may && CONTROLS.filter(([, , fits]) => fits(run)).map(([what, name]) => html`<button onClick=${() => act(what, name)}>${name}</button>`)}
    ${!(may && !over(run)) && commands.map(([, command]) => html`<${Command} of=${command} />`)}<span role="status">${told}</span></div>`;
}

function Cells({ run }) {
  const cells = run.cells.filter(cell => cell.total > 0);
  if (cells.length === 0) return null;
  const rate = cell => cell.pass_rate === undefined ? "–" : html`${percent(cell.pass_rate)}${cell.pass_rate_95 && html` <span class="dim">(${percent(cell.pass_rate_95[0])} to ${percent(cell.pass_rate_95[1])})</span>`}`;
  const counts = cell => ["passed", "failed", "error", "flaky", "skipped", "cancelled"].filter(status => cell[status] > 0)
    .map(status => html`<span class="${status} one">${marks[status]} ${count(cell[status])} ${status}</span>`);
  const most = cell => Math.max(0, ...Object.keys(cell.pass_at ?? {}).map(Number)), tries = cell => most(cell) > 1 && html`<div class="dim tries">one of ${most(cell)} tries ${percent(cell.pass_at[most(cell)])}, all of them ${percent(cell.pass_hat[most(cell)])}</div>`;
  return html`<div class="card wide" tabindex="0" role="region" aria-label="Agents"><table class="stack" id="cells"><thead><tr><th>Agent</th><th>Results</th><th>Pass rate (95 % interval)</th><th>p50</th><th>p95</th><th>Tokens</th><th>Cost</th></tr></thead>
    <tbody>${cells.map(cell => html`<tr key=${cell.cell}><td>${visible(cell.name)}</td><td data-label="Results" class="counts">${counts(cell)}</td><td data-label="Pass rate">${rate(cell)}${tries(cell)}</td>
      <td data-label="p50">${took(cell.working_ms_p50) || "–"}</td><td data-label="p95">${took(cell.working_ms_p95) || "–"}</td>
      <td data-label="Tokens">${cell.tokens?.input + cell.tokens?.output > 0 ? count(cell.tokens.input + cell.tokens.output) : "–"}</td><td data-label="Cost">${money(cell.cost_usd) || "–"}</td></tr>`)}</tbody></table></div>
    ${run.paid_usd !== undefined && html`<p class="dim">Paid for all attempts, agents and helpers: ${money(+run.paid_usd)}${run.paid_of_tokens && run.paid_for_tokens !== run.paid_of_tokens
      ? ` (${percent(run.paid_for_tokens / run.paid_of_tokens)} of the tokens had a price)` : ""}</p>`}`;
}

// What is new since the baseline: the kinds in the order of importance, the cases of each one click away.
function News({ run }) {
  const kinds = news(run.news);
  if (!run.news?.baseline) return null;
  const base = /\.jsonl?$/.test(run.news.baseline) || embedded ? html`<span>${visible(run.news.baseline)}</span>` : html`<a href=${link(["run", run.news.baseline])}>${run.news.baseline}</a>`;
  const id = key => key.slice(key.indexOf("#") + 1), path = key => key.slice(0, Math.max(0, key.indexOf("#")));
  return html`<section id="news"><h2>Since ${base}${!embedded && !/\.jsonl?$/.test(run.news.baseline) && html` <a class="aside" href=${link(["compare"], { run: [run.news.baseline, run.id] })}>compare</a>`}</h2>
    ${kinds.length === 0 && html`<p class="dim">N${nothingNew(run).slice(1)}.</p>`}${kinds.map((kind, i) => { const cases = (run.news.cases ?? []).filter(each => each.kind === kind), rest = run.news[kind] - cases.length;
      return html`<details open=${i === 0 && kind !== "still_failing"}><summary><b class=${kind === "fixed" ? "passed" : kind === "flaky" ? "flaky" : "failed"}>${count(run.news[kind])}</b> ${KINDS[kind]}</summary><ul class="plainlist">${cases.map(each => html`<li>
        <a href=${link(["run", run.id], { q: id(each.key), file: path(each.key) })}>${visible(each.key)}</a> <span class="number">${each.before ?? "–"} → ${each.after}</span>${run.cells.length > 1 && html` <span class="dim">${visible(each.cell)}</span>`}
        ${each.reason && html`<div class="why dim">${visible(each.reason)}</div>`}</li>`)}</ul>${rest > 0 && html`<p class="dim">and ${count(rest)} more</p>`}</details>`; })}</section>`;
}

// What did not pass, by reason, each with a real example.
function Groups({ run, query, tick }) {
  const { group, q, ...filter } = filterOf(query), of = useData(["runs", run.id, "groups"], { ...filter, q }, tick), [all, setAll] = useState(false);
  const groups = of.data?.groups ?? [];
  if (groups.length === 0) return of.fault ? html`<${Loaded} of=${of}>${() => null}<//>` : null;
  const shown = all ? groups : groups.slice(0, 8), rest = groups.length - shown.length;
  const cut = text => visible(text.length > 300 ? text.slice(0, 300) + "…" : text);
  return html`<section id="failures"><h2>What did not pass, by reason</h2>${run.groups_complete === false && html`<p class="dim">Counted so far; the rest is being read.</p>`}<ul class="groups card">${shown.map(({ group: number, cause, size, message, example }) => html`<li key=${number}>
      <button aria-pressed=${group === String(number)} onClick=${() => { refine({ group: group === String(number) ? undefined : number }); document.getElementById("list").scrollIntoView(); }}>
        <span class="size failed">${count(size)}</span><span class="cause">${cause === "none" ? "flaky" : words(cause)}</span><span class="message">${visible(message)}</span></button>
      <div class="example"><a href=${link(["run", run.id, "case", example.number], { cell: example.cell, repeat: example.repeat })}>${visible(example.id)}</a> <span class="dim place">${visible(example.file)}${example.line ? ":" + example.line : ""}</span>
        ${size > 1 && html`<span class="dim"> and ${count(size - 1)} more</span>`}${size > 1 && !example.reply && html`<div class="dim why">${visible(example.reason ?? "")}</div>`}${example.reply && html`<div class="dim why">${example.input && html`<b>asked</b> ${cut(example.input)} `}<b>replied</b> ${cut(example.reply)}</div>`}</div></li>`)}
    ${rest > 0 && html`<li><button onClick=${() => setAll(true)}>and ${plural(rest, "more reason")}</button></li>`}</ul></section>`;
}

// What else is known of the run: instructions, labels of cases, seed.
function Told({ run }) {
  const labels = run.by_label ?? [];
  return html`<section aria-label="More about the run">${labels.length > 0 && html`<${Fold} title="By label"><div class="card wide" tabindex="0" role="region" aria-label="By label"><table><thead><tr><th>Label</th><th>Results</th><th>Passed</th><th>Pass rate</th></tr></thead>
      <tbody>${labels.map(row => html`<tr><td><a href=${link(["run", run.id], { label: row.name + "=" + row.value })}>${visible(row.name)}: ${visible(row.value)}</a></td><td>${count(row.total)}</td><td>${count(row.passed)}</td><td>${percent(row.in_rates ? row.passed / row.in_rates : null)}</td></tr>`)}</tbody></table></div><//>`}
    ${Object.entries(run.instructions ?? {}).map(([agent, text]) => html`<${Fold} title=${"Instructions of " + visible(agent)}><${Text} of=${text} /><//>`)}
    <p class="dim">seed ${run.seed ?? 1} · <span class="keys"><kbd>/</kbd> find, <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open, <kbd>Esc</kbd> back or clear</span></p></section>`;
}
