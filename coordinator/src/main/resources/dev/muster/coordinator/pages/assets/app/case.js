// One case: why it did not pass, then everything that was said, checked and timed.
pages.case = function Case({ path: [, id, , number], query, me }) {
  const run = useLive(id), of = useData(["runs", id, "cases", number], {}, run.tick);
  return html`<${Loaded} of=${run} heading=${"Run " + id}>${known => html`<${Loaded} of=${of} heading=${"Run " + id}>${found => html`<${Shown} run=${known} found=${found} query=${query} me=${me} />`}<//>`}<//>`;
};

function Shown({ run, found, query, me }) {
  const { results = [], number } = found, from = query.get("from") ?? "", cell = query.get("cell"), repeat = query.get("repeat");
  const own = cell === null ? results : results.filter(each => each.cell_number === +cell), pool = own.length ? own : results;
  const result = pool.find(each => repeat !== null && each.repeat === +repeat) ?? pool.find(each => unwell.has(each.status)) ?? pool[0];
  const { before, after, place } = useNeighbours(run.id, number, from), back = link(["run", run.id]) + (from && "?" + from);
  const at = (which, other = {}) => link(["run", run.id, "case", which], { cell: cell ?? undefined, from: from || undefined, ...other }), go = to => { if (to !== undefined) location.hash = at(to); };
  useKeys({ j: () => go(after), k: () => go(before), Escape: () => { location.hash = back; } });
  const { file: path, line } = found.definition?.source ?? found, row = result?.row;
  if (!result) return html`<p><a href=${back}>← run ${visible(run.id)}</a></p><h1>${visible(found.id)}</h1><p class="none">No result yet.</p>`;
  const failures = checksOf(result).filter(({ check }) => !check.passed), several = results.length > 1, title = visible(found.id);
  const facts = [words(result.cause === "none" ? "" : result.cause), took(result.duration_ms), result.tokens && plural(result.tokens.input + result.tokens.output, "token"), money(result.cost_usd),
    result.score !== undefined && "score " + result.score, result.worker, result.judged === false && "nothing was judged"].filter(each => each);
  return html`<nav class="steps" aria-label="Cases"><a href=${back}>← run ${visible(run.id)}</a><span>${before !== undefined && html`<a href=${at(before)} rel="prev">previous</a>`} ${place} ${after !== undefined && html`<a href=${at(after)} rel="next">next</a>`}</span></nav>
    <div class="verdict ${unwell.has(result.status) ? "bad" : result.status === "passed" ? "" : "even"}"><h1>${title}</h1>
      <p class="facts"><span class="status ${result.status}">${result.muted ? "muted" : result.status}</span>${facts.map(fact => html`<span class="dim">${visible(fact)}</span>`)}</p>
      <p class="dim facts">${found.name && found.name !== found.id && html`<span>${visible(found.name)}</span>`}${path && html`<span class="mono">${visible(path)}${line ? ":" + line : ""}${row && ` (${visible(row)})`}</span>`}<${Labels} of=${result.labels} />
        ${!embedded && html`<a href=${link(["history"], { key: found.key, agent: result.cell?.agent, project: run.project })}>History</a>`}</p></div>
    ${several && html`<nav class="which" aria-label="Agents and repeats">${[...Map.groupBy(results, each => each.cell_number)].map(([, same]) => html`<div><span class="dim">${visible(same[0].cell_name ?? same[0].cell?.agent ?? "")}</span>
      ${same.map(each => html`<a href=${at(number, { cell: each.cell_number, repeat: each.repeat })} aria-current=${each === result ? "true" : undefined} aria-label=${`repeat ${each.repeat + 1}, ${each.status}`}><span class=${each.status}>${marks[each.status]}</span> ${same.length > 1 ? each.repeat + 1 : ""}</a>`)}</div>`)}</nav>`}
    <${Reasons} result=${result} failures=${failures} /><${Conversation} result=${result} run=${run} /><${Checkpoints} of=${result.checkpoints} />
    <${Assertions} of=${checksOf(result).filter(({ check }) => check.passed)} /><${Waterfall} result=${result} /><${Attempts} of=${result.attempts} />
    ${result.warnings && html`<${Fold} title=${"Warnings (" + result.warnings.length + ")"}><ul>${result.warnings.map(each => html`<li>${visible(each)}</li>`)}</ul><//>`}
    <${CopyCase} run=${run} found=${found} result=${result} me=${me} />
    ${found.definition && html`<${Fold} title="Definition"><pre tabindex="0">${visible(pretty(found.suite_case ?? found.definition))}</pre><//>`}<${Fold} title="Full result as JSON"><pre tabindex="0">${visible(pretty(result))}</pre><//>`;
}

// The case before and after this one in the list that it was opened from.
function useNeighbours(id, number, from) {
  const query = new URLSearchParams(from), of = useData(["runs", id, "cases"], { ...filterOf(query), sort: query.get("sort") ?? undefined, limit: 500 });
  const numbers = (of.data?.cases ?? []).map(each => each.number), at = numbers.indexOf(number);
  return at < 0 ? {} : { before: numbers[at - 1], after: numbers[at + 1], place: html`<span class="dim number">${at + 1} of ${count(numbers.length)}${of.data.next ? "+" : ""}</span>` };
}

// Each assertion of a result with the turn that it belongs to.
const checksOf = result => [...(result.turns ?? []).flatMap(turn => (turn.assertions ?? []).map(check => ({ check, turn: turn.turn }))),
  ...(result.final_assertions ?? result.assertions ?? []).map(check => ({ check }))];

function Reasons({ result, failures }) {
  const told = [...new Set([result.muted && "muted: " + (result.muted.told ?? result.skip_reason), result.error, !result.muted && result.skip_reason].filter(text => text))];
  if (told.length + failures.length === 0) return null;
  return html`<section class="reasons" aria-label="Why it did not pass">${told.map(text => html`<p>${visible(text)}</p>`)}${failures.map(each => html`<${Check} ...${each} />`)}</section>`;
}

function Check({ check, turn }) {
  const { passed, reason, error, evidence, score, label, type } = check, status = passed ? "passed" : error ? "error" : "failed", judged = Array.isArray(evidence?.found) && evidence.expected === undefined && evidence.found.some(each => each?.criterion || each?.ms !== undefined);
  const pairs = passed || !evidence || judged ? [] : evidence.differences?.length ? evidence.differences : [evidence].filter(each => each.expected !== undefined || each.found !== undefined);
  return html`<div class="check"><span class=${status} role="img" aria-label=${status}>${marks[status]}</span><b>${visible(label ?? words(type))}${turn && html` <span class="dim">turn ${turn}</span>`}${score !== undefined && html` <span class="dim">score ${score}</span>`}</b>
    ${[pairs.length > 0 && check.message, !passed && (error ?? reason)].filter(text => text).map(text => html`<p>${visible(text)}</p>`)}${pairs.map(each => html`<${Difference} ...${each} />`)}
    ${judged && html`<ul class="plainlist">${evidence.found.map(each => { const well = each.met ?? each.passed; return html`<li><span class=${well ? "passed" : well === undefined ? "error" : "failed"} role="img" aria-label=${well ? "met" : well === undefined ? "no verdict" : "not met"}>${well ? "✓" : well === undefined ? "?" : "✗"}</span> ${visible([each.criterion, each.score !== undefined && "score " + each.score, each.reason].filter(text => text).join(": "))}${each.shown && html`<details><summary>what the judge was shown (${each.prompt})</summary><pre>${visible(each.shown)}</pre></details>`}</li>`; })}</ul>`}
    ${(check.criteria ?? check.prompt) && html`<${Fold} title="Question to the judge"><${Text} of=${check.criteria ?? check.prompt} /><//>`}</div>`;
}

function Assertions({ of }) {
  return of.length > 0 && html`<${Fold} title=${plural(of.length, "assertion") + " held"}>${of.map(each => html`<${Check} ...${each} />`)}<//>`;
}

function Conversation({ result, run }) {
  const told = run.instructions?.[result.cell?.agent], single = !result.turns, history = single ? (result.messages ?? []).slice(0, -1) : result.messages ?? [];
  if (single && result.response === undefined && !result.tool_calls && result.input === undefined) return null;
  return html`<section><h2>Conversation${result.simulator ? " with " + visible(result.simulator) : ""}</h2>
    ${told !== undefined && html`<${Fold} title=${"Instructions of " + visible(result.cell.agent)}><${Text} of=${told} /><//>`}
    ${history.length > 0 && html`<${Fold} open=${history.length <= 4} title=${plural(history.length, "message") + " before"}>${history.map(each => html`<${Said} who=${each.role} text=${each.content} />`)}<//>`}
    ${single ? html`<${Said} who="user" text=${result.input} /><${Calls} of=${result.tool_calls} /><${Replies} last=${result.response} all=${result.replies} />` : result.turns.map(turn => html`<${Turn} of=${turn} began=${result.test_start_ts} />`)}</section>`;
}

function Turn({ of, began }) {
  const beside = ["turn " + of.turn, of.name, of.input_source === "static" ? "" : of.input_source, of.duration_ms !== undefined && took(of.duration_ms), of.turn_start_ts && began && "after " + took(Math.max(0, of.turn_start_ts - began)),
    of.awaiting_input && "waits: " + words(of.awaiting_reason)].filter(text => text).join(" · ");
  const bad = (of.assertions ?? []).filter(check => !check.passed).length;
  return html`<div class="turn ${of.status}"><p class="dim">${visible(beside)} <span class="status ${of.status}">${of.status}</span>${bad > 0 && ", " + plural(bad, "assertion") + " failed"}</p>${of.reasoning && html`<${Fold} title="the simulator's reason"><${Text} of=${of.reasoning} /><//>`}
    <${Said} who=${of.input_source === "simulated" ? "simulated user" : "user"} text=${of.input} /><${Calls} of=${of.tool_calls} /><${Replies} last=${of.output} all=${of.replies} />
    ${of.error && html`<p class="failed">${visible(of.error)}</p>`}${of.skip_reason && html`<p class="dim">not run: ${visible(of.skip_reason)}</p>`}${of.artifacts && html`<${Fold} title=${"Artifacts (" + of.artifacts.length + ")"}><${Text} of=${of.artifacts} /><//>`}</div>`;
}

// Every message of an answer; "all" is absent where it was one.
const Replies = ({ last, all }) => (all ?? [last]).map(text => html`<${Said} who="agent" text=${text} />`);
const Said = ({ who, text }) => text !== undefined && html`<div class="said ${/user/.test(who) ? "user" : who === "agent" || who === "assistant" ? "agent" : "other"}"><span class="who">${who}</span><${Text} of=${text} /></div>`;

function Calls({ of }) {
  return (of ?? []).map(call => { const short = visible(JSON.stringify(call.args) ?? ""), wide = short.length > 90;
    return html`<details class="call"><summary><span class="mono">${call.error ? "✗" : "→"} <b>${visible(call.name)}</b> ${wide ? short.slice(0, 90) + "…" : short}</span>${call.error && html` <span class="failed">error</span>`}</summary>
      <span class="who">arguments</span><${Text} of=${call.args ?? ""} />${call.result !== undefined && html`<span class="who">${call.error ? "error" : "result"}</span><${Text} of=${call.result} />`}</details>`; });
}

function Checkpoints({ of }) {
  return of?.length > 0 && html`<section><h2>Checkpoints</h2>${of.map(each => { const status = each.passed ? "passed" : each.required ? "failed" : "skipped";
    return html`<div class="check"><span class=${status} role="img" aria-label=${each.passed ? "reached" : "not reached"}>${marks[status]}</span><b>${visible(each.id)}${each.description ? ": " + visible(each.description) : ""}<span class="dim">${each.required ? "" : " (optional)"}${each.reached_at_turn ? " · turn " + each.reached_at_turn : ""}</span></b>
      ${!each.passed && html`<p class="dim">${visible(each.reason ?? "never tried")}</p>`}</div>`; })}</section>`;
}

function Attempts({ of = [] }) {
  const paid = ({ tokens, cost_usd }) => tokens && tokens.input + tokens.output > 0 && plural(tokens.input + tokens.output, "token") + (cost_usd === undefined ? "" : " (" + money(cost_usd) + ")");
  return of.length > 1 && html`<section><h2>Attempts</h2><div class="card wide" tabindex="0" role="region" aria-label="Attempts"><table class="stack"><thead><tr><th>Attempt</th><th>Status</th><th>Worker</th><th>Time</th><th>Paid</th></tr></thead><tbody>${of.map(each => html`<tr><td>${each.attempt}${each.kind && html` <span class="dim">${words(each.kind)}</span>`}${each.error && html`<div class="why dim">${visible(each.error)}</div>`}</td>
    <td data-label="Status" class=${each.status}>${each.status}</td><td data-label="Worker">${visible(each.worker ?? "–")}</td><td data-label="Time">${took(each.duration_ms) || "–"}</td><td data-label="Paid">${[paid(each), each.helpers && "helpers " + paid(each.helpers)].filter(text => text).join(", ") || "–"}</td></tr>`)}</tbody></table></div></section>`;
}

// When what happened, from the first attempt on; only what was measured has a bar.
function Waterfall({ result }) {
  // what the attempt waited for, it waited for before its call; the judge's time is part of what it worked
  const begun = Math.max(result.test_start_ts, result.test_end_ts - result.working_ms);
  const start = result.test_start_ts, end = result.test_end_ts, calls = of => (of.tool_calls ?? []).filter(call => call.timestamp).map(call => ["tool " + call.name, call.timestamp, call.timestamp]);
  const bars = [...(result.attempts ?? []).slice(0, -1).filter(each => each.started_at && each.duration_ms !== undefined).map(each => [`attempt ${each.attempt}, ${words(each.kind ?? each.status)}`, Date.parse(each.started_at), Date.parse(each.started_at) + each.duration_ms]),
    ...result.queue_ms > 0 ? [["queue", start - result.queue_ms, start]] : [], ["attempt", start, end],
    ...!result.turns && result.first_event_ms >= 0 && result.working_ms > 0 ? [["until the first event", begun, begun + result.first_event_ms]] : [],
    ...(result.turns ?? []).filter(turn => turn.turn_start_ts).flatMap(turn => [["turn " + turn.turn, turn.turn_start_ts, turn.turn_end_ts], ...calls(turn)]), ...result.turns ? [] : calls(result),
    ...result.helpers?.duration_ms ? [["judge, simulator", end - result.helpers.duration_ms, end]] : []];
  if (!start || end <= start || bars.length < 2) return null;
  const begin = Math.min(...bars.map(bar => bar[1])), whole = Math.max(...bars.map(bar => bar[2])) - begin, waited = result.duration_ms - result.working_ms;
  return html`<section><h2>When</h2><ul class="waterfall">${bars.slice(0, 200).map(([name, from, to]) => html`<li><span class="mono">${visible(name)}</span><svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="bar ${to === from ? "mark" : ""}" x=${Math.min(994, (from - begin) / whole * 1000)} width=${Math.max(6, (to - from) / whole * 1000)} y="1" height="8" /></svg>
    <span class="dim number">${to === from ? "after " + took(from - begin) : took(to - from)}</span></li>`)}</ul>${waited > 20 && result.working_ms > 0 && html`<p class="dim">${took(waited)} of the attempt it waited for rate limits or between tries.</p>`}</section>`;
}

// What to take along: the case, the call, the entry for muster.yaml, the command that runs it alone.
function CopyCase({ run, found, result }) {
  const agent = result.cell?.agent, written = check => { const { passed, score, reason, error, evidence, label, ...rest } = check; return rest; };
  const connector = result.cell?.connector, own = found.definition?.conversation, history = own?.messages ?? result.messages, turns = result.turns?.filter(turn => turn.input !== undefined);
  const suite = () => yaml([found.suite_case ?? { id: found.id, name: found.name && found.name !== found.id ? found.name : undefined, agent, ...turns ? { turns: turns.map(turn => ({ name: turn.name, input: turn.input, assertions: turn.assertions?.map(written) })) }
    : history?.length > 1 ? { messages: history.map(({ role, content }) => ({ role, content })) } : { input: result.input }, assertions: (result.final_assertions ?? result.assertions)?.map(written), labels: result.labels }]);
  const messages = [...run.instructions?.[agent] ? [{ role: "system", content: run.instructions[agent] }] : [], ...result.messages ?? [{ role: "user", content: result.input ?? turns?.[0]?.input ?? "" }]];
  const curl = () => `curl "$AGENT_URL" -H 'Content-Type: application/json' -H "Authorization: Bearer $AGENT_TOKEN" \\\n  -d ${quoted(JSON.stringify({ messages }))}`;
  const day = new Date(Date.now() + 14 * 86400000).toISOString().slice(0, 10), muted = () => yaml({ quarantine: [{ case: found.key, agent, mode: "mute", owner: "NAME", reason: result.error ?? result.assertion_errors?.[0] ?? "", expires: day }] });
  return html`<section><h2>Export</h2><div class="actions"><${Command} of=${"muster run -i " + quoted(found.key) + (agent ? " -n " + quoted(agent) : "") + (connector ? " -c " + quoted(connector) : "")} /><${Copy} text=${suite}>Copy as suite case<//><${Copy} text=${curl}>Copy as curl<//>
    <${Copy} text=${muted}>Copy quarantine entry<//><${Copy} text=${() => location.href}>Copy link<//></div></section>`;
}
