// The list of runs.
pages.runs = function Runs({ query }) {
  const asked = Object.fromEntries(query);
  const runs = useData(["runs"], asked);
  return html`<h1>Runs</h1><${Loaded} of=${runs}>${data => html`<${RunTable} runs=${data.runs} />
    ${data.next && html`<p><a href=${link(["runs"], { ...asked, after: data.next })}>Older runs</a></p>`}`}<//>`;
};

function RunTable({ runs }) {
  if (runs.length === 0) return html`<p class="none">No run is stored here yet. <code>muster demo</code> makes one.</p>`;
  return html`<div class="card wide" tabindex="0" role="region" aria-label="Runs"><table>
    <thead><tr><th>Run</th><th>Started</th><th>State</th><th>Pass rate</th><th>Passed</th><th>Failed</th><th>Errors</th><th>Cost</th><th>Time</th><th>Agents</th></tr></thead>
    <tbody>${runs.map(run => html`<tr key=${run.id}><td><a href=${link(["run", run.id])}>${run.id}</a></td><td><${Time} at=${run.started_at} /></td>
      <td>${run.state}</td><td>${percent(run.pass_rate)}</td><td>${count(run.passed)}</td><td>${count(run.failed)}</td><td>${count(run.error)}</td>
      <td>${money(run.cost_usd)}</td><td>${took(run.duration_ms)}</td><td>${run.agents}</td></tr>`)}</tbody></table></div>`;
}
