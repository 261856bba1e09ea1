// What is the fleet doing? As its coordinator sees it, again every 2 s while somebody looks.
pages.fleet = function Fleet() {
  const fleet = useData(["fleet"]);
  useEvery(2000, fleet.reload);
  return html`<h1>Fleet${fleet.data ? " " + fleet.data.fleet : ""}</h1><${Loaded} of=${fleet}>${data => html`<${FleetState} of=${data} />`}<//>`;
};

function FleetState({ of: { workers = [], runs = [], agents = [], lag = {}, ...rest } }) {
  const of = { workers, runs, agents, lag, ...rest };
  const slots = of.workers.reduce((sum, worker) => sum + worker.slots, 0), assigned = of.workers.reduce((sum, worker) => sum + worker.assigned, 0);
  const facts = [["Workers", `${count(of.workers.length)} of ${count(of.inboxes)}`], ["Slots in use", `${count(assigned)} of ${count(slots)}`], ["Active runs", count(of.active_runs)], ["Backlog of the database", count(of.backlog)], ["Epoch", of.epoch]];
  const table = (title, heads, rows, none) => html`<section><h2>${title}</h2>${rows.length === 0 ? html`<p class="none">${none}</p>` : html`<${Table} label=${title} heads=${heads} rows=${rows} />`}</section>`;
  return html`<dl class="measured">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
    ${!of.healthy && html`<p class="stopped" role="alert">The database does not accept writes; results are waiting.</p>`}${of.waiting > 0 && html`<p class="stopped">${count(of.waiting)} ${of.waiting === 1 ? "worker waits" : "workers wait"} for an inbox: all are taken.</p>`}
    ${table("Workers", ["Worker", "State", "Cases", "Slots", "Silent for", "Process"], of.workers.map(worker => [worker.worker, html`<b>${worker.state}</b>`, count(worker.assigned), count(worker.slots), took(worker.silence_ms), worker.pid]), "No workers. Start one with muster worker.")}
    ${table("Runs", ["Run", "Waiting cases", "Running cases", "Lost attempts"], of.runs.map(run => [html`<a href=${link(["run", run.run])}>${run.run}</a>`, count(run.pending), count(run.assigned), html`<span class=${run.lost > 0 ? "failed" : ""}>${count(run.lost ?? 0)}</span>`]), "No run is active.")}
    ${table("Agents", ["Agent", "Calls at once", "Limit", "Calls a second"], of.agents.map(agent => [agent.agent, count(agent.in_use), agent.limit || "none", rateOf(agent) || "no limit"]), "No active run calls an agent.")}
    ${table("Lag", ["Topic", "Records not read"], Object.entries(of.lag).sort().map(([topic, lag]) => [topic, count(lag)]), "No measurements yet.")}`;
}

const rateOf = agent => agent.per_second && "at most " + Math.round(agent.per_second * 100) / 100 + (agent.learned ? ", learned from its refusals (429)" : "");

// The limits in force for the agents of a run under way, on a coordinator.
function Limits({ run, me }) {
  const fleet = useData(me.kind === "coordinator" ? ["fleet"] : null), names = new Set(run.agents.split(", ")), mine = fleet.data?.runs?.find(each => each.run === run.id);
  useEvery(me.kind === "coordinator" && 3000, fleet.reload);
  const limited = (fleet.data?.agents ?? []).filter(agent => names.has(agent.agent) && (agent.limit || agent.per_second));
  return html`${limited.map(agent => html`<p class="dim">${visible(agent.agent)}: ${[agent.limit && `${count(agent.in_use)} of at most ${plural(agent.limit, "call")} at once`, agent.per_second && rateOf(agent).replace(/^[^,]+/, "$& calls a second")].filter(text => text).join("; ")}</p>`)}
    ${mine?.lost > 0 && html`<p class="failed">${plural(mine.lost, "attempt was", "attempts were")} lost with their workers and ${mine.lost === 1 ? "is" : "are"} being retried.</p>`}`;
}

// Who changed what, newest first.
pages.audit = function Audit({ query }) {
  const limit = Number(query.get("limit") ?? 100), audit = useData(["audit"], { limit });
  return html`<h1>Audit</h1><${Loaded} of=${audit}>${(deeds = []) => deeds.length === 0 ? html`<p class="none">Nothing has been changed yet.</p>` : html`<${Table} label="Audit" heads=${["When", "Who", "Role", "From", "What", "Of"]} rows=${deeds.map(each => [html`<${Time} at=${each.at} />`, visible(each.who), each.role, each.address, each.deed, visible(each.subject)])} />
    ${deeds.length === limit && html`<p><a href=${link(["audit"], { limit: limit * 10 })}>Older</a></p>`}`}<//>`;
};
