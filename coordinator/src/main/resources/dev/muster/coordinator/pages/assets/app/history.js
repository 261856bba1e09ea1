// Has it always been so? The newest runs of a case, and the replies of any two.
pages.history = function History({ query }) {
  useKeys(rowKeys);
  const asked = { key: query.get("key"), agent: query.get("agent"), project: query.get("project") };
  const history = useData(asked.key ? ["history"] : null, asked);
  if (!asked.key) return html`<h1>History</h1><p class="none">Open a case to see its history.</p>`;
  return html`<h1>${visible(history.data?.id ?? "History")}</h1><p class="dim">${visible(asked.key + (asked.agent ? " · " + asked.agent : ""))}</p>
    <${Loaded} of=${history}>${({ outcomes = [], streaks }) => outcomes.length === 0 ? html`<p class="none">No run has this case${asked.agent ? " with this agent" : ""}.</p>` : html`<${Outcomes} of=${{ outcomes, streaks }} query=${query} />`}<//>`;
};

const outcomeId = outcome => outcome.run + "." + outcome.number + "." + outcome.cell;
const moment = at => new Date(at).toLocaleString("sv").slice(0, 16);
const commitOf = labels => [labels?.branch, labels?.commit?.slice(0, 10)].filter(text => text).map(visible).join(" ");
const toCase = outcome => link(["run", outcome.run, "case", String(outcome.number)], { cell: outcome.cell });

function Outcomes({ of, query }) {
  const newest = of.outcomes, oldest = [...newest].reverse(), first = of.streaks?.[0]?.since, runs = [...new Set(oldest.map(each => each.run))];
  const at = first ? newest.findIndex(each => outcomeId(each) === outcomeId(first)) : -1;
  const cells = [...new Set(newest.map(each => each.cell_name))], chart = value => cells.map((cell, nth) => ({ of: nth % SHAPES.length, points: oldest.filter(each => each.cell_name === cell)
    .map(each => ({ at: runs.indexOf(each.run), value: value(each), href: toCase(each), told: [moment(each.created_at), cell, each.status].filter(text => text).join(" · ") })) }));
  const before = newest.slice(at + 1).find(each => each.cell_name === first?.cell_name);
  const usual = at >= 0 && before ? [before, newest[at]] : newest.length > 1 ? [newest[1], newest[0]] : [];
  const chosen = ["a", "b"].map((side, i) => newest.find(each => outcomeId(each) === query.get(side)) ?? usual[i]);
  const ends = [moment(oldest[0].created_at), moment(newest[0].created_at)];
  return html`${cells.length > 1 && html`<nav class="chips" aria-label="Cells">${cells.map(cell => html`<a href=${link(["history"], { key: query.get("key"), agent: cell, project: query.get("project") })}>only ${visible(cell)}</a>`)}</nav>`}
    ${(of.streaks ?? []).map(({ since, runs: number, wavers, cell_name }) => html`<p class="stopped">${cells.length > 1 && html`<b>${visible(cell_name)}</b>: `}${wavers ? "Wavers" : "Failing"} since <a href=${toCase(since)}>${since.run}</a>, <${Time} at=${since.created_at} />${commitOf(since.labels) && html`, <b>${commitOf(since.labels)}</b>`}: ${number > 1 ? plural(number, "run") + " in a row" : "its newest run"}.
      ${since.labels?.build_url && /^https?:/.test(since.labels.build_url) && html` <a href=${since.labels.build_url} rel="noreferrer">Build</a>`}</p>`)}
    ${cells.map(cell => { const own = oldest.filter(each => each.cell_name === cell); return html`<div>${cells.length > 1 && html`<span class="dim">${visible(cell)}</span>`}<${OutcomeStrip} of=${own.map(each => ({ status: each.status, mixed: /F/.test(each.dots) && /[PY]/.test(each.dots), href: toCase(each), told: moment(each.created_at) + " " + each.status + " " + commitOf(each.labels) }))} label=${[cell, "the last " + own.length + " outcomes, oldest first"].filter(text => text).join(": ")} /></div>`; })}
    <${Legend} names=${cells.slice(0, SHAPES.length).map(visible)} />
    <div class="plots"><${LineChart} title="Duration" series=${chart(each => each.ms)} ends=${ends} format=${took} least=${0} /><${LineChart} title="Cost" series=${chart(each => each.cost_usd)} ends=${ends} format=${money} least=${0} /></div>
    ${newest.length > 1 && html`<section><h2>Two replies</h2><form class="choices" onSubmit=${event => event.preventDefault()}>${["a", "b"].map((side, i) => html`<label>${i ? "Second" : "First"} <select value=${outcomeId(chosen[i])} onChange=${event => refine({ [side]: event.target.value })}>
      ${newest.map(each => html`<option value=${outcomeId(each)}>${moment(each.created_at)} · ${each.status} · ${[each.cell_name, commitOf(each.labels), each.run].filter(text => text).join(" · ")}</option>`)}</select></label>`)}</form>
      <${BothReplies} key=${chosen.map(outcomeId).join()} sides=${chosen.map(each => ({ name: moment(each.created_at) + " · " + each.run, run: each.run, cell: each.cell, number: each.number }))} /></section>`}
    <section><h2>Outcomes</h2><${Table} label="Outcomes" long=${[7]} heads=${["Run", "Started", "Commit", "Cell", "Repeats", "Time", "Cost", "Reason"]} rows=${newest.map(each => [html`<a data-row href=${toCase(each)}>${each.run}</a>`,
      html`<${Time} at=${each.created_at} />`, commitOf(each.labels), visible(each.cell_name ?? ""), html`<${Dots} of=${each.dots} />`, took(each.ms), money(each.cost_usd), visible(each.reason ?? "")])} /></section>`;
}

// Outcomes side by side, each a mark and a link: [{status, href, told}].
function OutcomeStrip({ of, label }) {
  return html`<ol class="outcomes" aria-label=${label}>${of.map(each => html`<li><a class=${each.mixed ? "flaky" : each.status} href=${each.href} title=${each.told} aria-label=${each.told}>${each.mixed ? "◐" : marks[each.status]}</a></li>`)}</ol>`;
}
