// Whom can we not trust? The flakiest cases, and what is in quarantine.
pages.flaky = function Flaky({ query }) {
  const agent = query.get("agent"), flaky = useData(["flaky"], { agent });
  return html`<h1>Flaky cases and quarantine</h1>${agent && html`<p>With <b>${agent}</b>. <a href=${link(["flaky"])}>All agents</a></p>`}
    <${Loaded} of=${flaky}>${({ cases, quarantine }) => html`${cases.length === 0 ? html`<p class="none">No case was flaky in its newest runs.</p>` : html`<${FlakyTable} cases=${cases} />`}
      <section><h2>Quarantine</h2>${(quarantine ?? []).length === 0 ? html`<p class="none">Nothing is in quarantine.</p>` : html`<${Quarantine} entries=${quarantine} />`}</section>`}<//>`;
};

function FlakyTable({ cases }) {
  const [entry, setEntry] = useState(null), at = each => each.agent + "\n" + each.key;
  return html`<div class="card wide" tabindex="0" role="region" aria-label="Flaky cases"><table class="texts"><thead><tr>${["Case", "Agent", "Flaky", "Last 20 runs, oldest first", "Last reason", "Quarantine"].map(head => html`<th>${head}</th>`)}</tr></thead>
    <tbody>${cases.map(each => html`<${Fragment} key=${at(each)}><tr><td class="long"><a href=${link(["history"], { key: each.key, agent: each.agent })}>${each.key}</a></td><td><a href=${link(["flaky"], { agent: each.agent })}>${each.agent}</a></td>
        <td>${each.flakes} of ${each.runs.length} runs</td><td><${Verdicts} of=${each.runs.slice(-20)} />${each.fail_streak >= 5 && html`<div class="dim">failed ${each.fail_streak} times in a row: broken, not flaky</div>`}</td>
        <td class="long">${each.reason}</td><td class="long">${each.quarantine ? `${each.quarantine.mode}, ${each.quarantine.owner}, until ${each.quarantine.expires}`
          : html`<button aria-expanded=${entry === at(each)} onClick=${() => setEntry(entry === at(each) ? null : at(each))}>Quarantine…</button>`}</td></tr>
      ${entry === at(each) && html`<tr><td colspan="6" class="long"><p class="dim">Add this to <code>muster.yaml</code>, with your name and reason:</p><${Snippet} text=${entryOf(each)} /></td></tr>`}<//>`)}</tbody></table></div>`;
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
  return html`<div class="card wide" tabindex="0" role="region" aria-label="Quarantine"><table class="texts"><thead><tr>${["Case", "Agent", "Mode", "Owner", "Reason", "Last day", ""].map(head => html`<th>${head}</th>`)}</tr></thead>
    <tbody>${entries.map(each => html`<tr><td class="long">${each.key ? html`<a href=${link(["history"], { key: each.key, agent: each.agent })}>${each.key}</a>` : each.pattern}</td><td>${each.agent ?? "any"}</td><td>${each.mode}</td><td>${each.owner}</td>
      <td class="long">${each.reason}</td><td>${each.until}</td><td class=${days(each.until) < 8 ? "failed" : "dim"}>${left(each.until)}</td></tr>`)}</tbody></table></div>`;
}
