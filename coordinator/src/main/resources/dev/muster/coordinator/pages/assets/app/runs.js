// The list of runs, newest first.
pages.runs = function Runs({ query }) {
  const asked = Object.fromEntries([...new Set(query.keys())].map(name => [name, query.getAll(name)])), runs = useData(["runs"], asked), narrowed = [...query.keys()].some(name => name !== "after");
  const clear = () => refine(Object.fromEntries([...query.keys()].map(name => [name, undefined])));
  useKeys({ ...rowKeys, "/": () => document.querySelector("[name=q]").focus(), Escape: () => narrowed && clear() });
  const rows = runs.data?.runs ?? [], options = of => [...new Set(rows.map(of).filter(each => each))].sort().map(each => [each, each]);
  return html`<h1>Runs</h1><form class="filter" role="search" aria-label="Runs" onSubmit=${event => event.preventDefault()}>
      <${Field} name="q" type="search" value=${query.get("q")} placeholder="Find in ids, inputs, agents, labels  ( / )" aria-label="Find runs" />
      <${Choice} name="project" all="every project" value=${query.get("project")} options=${[...new Map(rows.filter(run => run.project).map(run => [run.project, projectName(run.project)]))]} /><${Choice} name="suite" all="every suite" value=${query.get("suite")} options=${[...new Map(rows.filter(run => run.suite).map(run => [run.suite, nameOf(run)]))]} /><${Choice} name="agent" all="every agent" value=${query.get("agent")} options=${options(run => run.agents)} />
      <${Choice} name="state" all="every state" value=${query.get("state")} options=${["preparing", "running", "finished", "stopped", "interrupted"].map(each => [each, each])} />
      <${Field} name="label" value=${query.get("label")} placeholder="branch=main" aria-label="Label" size="14" />${narrowed && html`<button type="button" onClick=${clear}>Clear</button>`}</form>
    <${Loaded} of=${runs}>${data => html`<${RunTable} runs=${data.runs ?? []} narrowed=${narrowed} />${data.next && html`<p><a href=${link(["runs"], { ...asked, after: data.next })}>Older runs</a></p>`}`}<//>`;
};

function RunTable({ runs, narrowed }) {
  if (runs.length === 0) return html`<p class="none">${narrowed ? "No run is like that." : html`No run is stored here yet. <code>muster demo</code> makes one.`}</p>`;
  return html`<div class="card wide" tabindex="0" role="region" aria-label="Runs"><table class="stack runs"><thead><tr><th>Run</th><th>Started</th><th>Result</th><th>Pass rate</th><th>Cost</th><th>Time</th></tr></thead>
    <tbody>${runs.map(run => html`<tr key=${run.id}><td><a data-row href=${link(["run", run.id])}><b>${nameOf(run)}</b></a> <span class="dim">${visible(run.agents)}</span><div class="dim facts"><span>${run.id}</span>${run.project && html`<${Project} of=${run.project} />`}<${Labels} of=${run.labels} but=${["build_url"]} /></div></td>
      <td data-label="Started"><${Time} at=${run.started_at ?? run.created_at} /></td><td data-label="Result" class="counts">${run.paused ? "paused" : run.state === "finished" ? "" : run.state + " "}${["passed", "failed", "error", "flaky"].filter(status => run[status] > 0).map(status => html`<span class="${status} one">${marks[status]} ${count(run[status])} ${status}</span>`)}</td>
      <td data-label="Pass rate">${percent(run.pass_rate)}</td><td data-label="Cost">${money(run.cost_usd) || "–"}</td><td data-label="Time">${took(run.duration_ms)}</td></tr>`)}</tbody></table></div>`;
}
