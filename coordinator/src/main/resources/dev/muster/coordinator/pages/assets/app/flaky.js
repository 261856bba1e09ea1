// Whom can we not trust? The flakiest cases, and what is in quarantine.
pages.flaky = function Flaky({ query }) {
  useKeys(rowKeys);
  const agent = query.get("agent"), flaky = useData(["flaky"], { agent, project: query.get("project") });
  return html`<h1>Flaky cases and quarantine</h1>${agent && html`<p>With <b>${visible(agent)}</b>. <a href=${link(["flaky"])}>All agents</a></p>`}
    <${Loaded} of=${flaky}>${({ cases = [], quarantine }) => html`${cases.length === 0 ? html`<p class="none">No case was flaky in its newest runs.</p>` : html`<${FlakyTable} cases=${cases} />`}
      <section><h2>Quarantine</h2>${(quarantine ?? []).length === 0 ? html`<p class="none">Nothing is in quarantine.</p>` : html`<${Quarantine} entries=${quarantine} />`}</section>`}<//>`;
};

function FlakyTable({ cases }) {
  const [entry, setEntry] = useState(null), at = each => [each.project, each.agent, each.key].join("\n"), several = new Set(cases.map(each => each.project)).size > 1;
  const row = each => [html`<a data-row href=${link(["history"], { key: each.key, agent: each.agent, project: each.project })}>${visible(each.key)}</a>${each.project && several && html`<div class="dim"><${Project} of=${each.project} /></div>`}`, html`<a href=${link(["flaky"], { agent: each.agent })}>${visible(each.agent)}</a>`, `${each.flakes} of ${each.runs.length} runs`,
    html`<${Verdicts} of=${each.runs.slice(-20)} />${each.fail_streak >= 5 && html`<div class="dim">failed ${each.fail_streak} times in a row: broken, not flaky</div>`}`, visible(each.reason ?? ""),
    each.quarantine ? visible(`${each.quarantine.mode}, ${each.quarantine.owner}, until ${each.quarantine.expires}: ${each.quarantine.reason}`)
      : each.fail_streak >= 5 ? "" : html`<button aria-expanded=${entry === at(each)} onClick=${() => setEntry(entry === at(each) ? null : at(each))}>Quarantine…</button>
        ${entry === at(each) && html`<p class="dim">Add this to <code>muster.yaml</code>, with your name and reason:</p><div class="snippet"><pre>${entryOf(each)}</pre><${Copy} text=${entryOf(each)}>Copy<//></div>`}`];
  const told = cells => cells.filter((_, i) => i !== 4 || cases.some(each => each.reason));
  return html`<${Table} label="Flaky cases" long=${[0, 4, 5]} heads=${told(["Case", "Agent", "Flaky", "Last 20 runs, oldest first", "Last reason", "Quarantine"])} rows=${cases.map(each => told(row(each)))} />`;
}

const Verdicts = ({ of }) => html`<${Dots} of=${of.map(run => ({ passed: "P", failed: "F", flaky: "Y" })[run.verdict]).join("")} />`;

// An entry for 30 days. Keys and agents are written as JSON, which YAML reads whatever is in them; * would be a pattern.
function entryOf({ key, agent }) {
  const expires = new Date(Date.now() + 30 * 86400000).toISOString().slice(0, 10);
  return `quarantine:\n  - case: ${JSON.stringify(key)}\n    agent: ${JSON.stringify(agent.split(" / ")[0])}\n    mode: mute   # it runs, but does not count; skip: it does not run\n    owner: YOU\n    reason: WHY\n    expires: ${expires}\n`;
}

function Quarantine({ entries }) {
  const days = until => Math.ceil((new Date(until + "T23:59:59Z") - Date.now()) / 86400000);
  const left = until => until === undefined ? "" : days(until) < 1 ? "expired" : days(until) === 1 ? "ends today" : "for " + days(until) + " days";
  const last = each => each.until ?? each.expires;
  return html`<${Table} label="Quarantine" long=${[0, 4]} heads=${["Case", "Agent", "Mode", "Owner", "Reason", "Last day", "Left"]} rows=${entries.map(each => [each.key ? html`<a href=${link(["history"], { key: each.key, agent: each.agent })}>${visible(each.key)}</a>` : visible(each.pattern),
    visible(each.agent ?? "any"), each.mode, visible(each.owner), visible(each.reason), last(each), html`<span class=${days(last(each)) < 8 ? "failed" : "dim"}>${left(last(each))}</span>`])} />`;
}
