// Is it getting worse? Rates, times and costs over runs, by suite, agent and label.
const MOST_SERIES = SHAPES.length;

// Of the agents alone.
const tokensOf = ({ tokens, in_rates }) => in_rates > 0 && tokens ? tokens.input + tokens.output : null;
// A run that judged nothing says nothing about times.
const judged = value => point => point.in_rates > 0 ? value(point) : null;
const toRun = point => point.in_rates + (point.not_judged ?? 0), share = (point, number) => toRun(point) > 0 ? number / toRun(point) : null;

pages.trends = function Trends({ query }) {
  useKeys(rowKeys);
  const home = useData(["home"]), suites = [...new Set((home.data?.suites ?? []).map(each => each.suite))], asked = { suite: query.get("suite") ?? suites[0], agent: query.get("agent"), label: query.getAll("label"), limit: query.get("limit") ?? 100 };
  const trends = useData(home.data || home.fault ? ["trends"] : null, asked), points = trends.data?.points ?? [], inputs = Object.fromEntries((home.data?.suites ?? []).map(each => [each.suite, each.newest?.inputs?.join(", ")]));
  const later = trends.data?.later ?? 0;
  useEffect(() => {
    const timer = later > 0 && setTimeout(trends.reload, 1000);
    return () => clearTimeout(timer);
  }, [trends.data]);
  const agents = [...new Set((home.data?.suites ?? []).filter(each => each.suite === asked.suite).flatMap(each => [each.agents].flat()).flatMap(each => each.split(", ")))];
  const labels = [...new Set(points.flatMap(point => Object.entries(point.labels ?? {}).map(([name, value]) => name + "=" + value)))].slice(0, 200);
  const choice = (label, name, options, none) => html`<label>${label} <select value=${asked[name] ?? ""} onChange=${event => refine({ [name]: event.target.value })}>
    ${none && html`<option value="">${none}</option>`}${options.map(each => html`<option value=${each}>${visible(inputs[each] ?? each)}</option>`)}</select></label>`;
  return html`<h1>Trends</h1><form class="choices" onSubmit=${event => event.preventDefault()}>${asked.suite && choice("Suite", "suite", [...new Set([...suites, asked.suite])])}
      ${choice("Agent", "agent", [...new Set([...agents, asked.agent].filter(each => each))], "all")}
      <label>Label <input list="labels" placeholder="branch=main" value=${asked.label.join(" ")} onChange=${event => refine({ label: event.target.value.split(" ").filter(each => each) })} /></label>
      <datalist id="labels">${labels.map(each => html`<option value=${each} />`)}</datalist></form>
    ${later > 0 && html`<p class="dim" role="status">The figures of ${count(later)} more ${later === 1 ? "run is" : "runs are"} being read.</p>`}
    <${Loaded} of=${home.fault ? home : trends}>${() => points.length === 0 ? html`<p class="none">No finished run fits.</p>` : html`<${Lines} points=${points} />`}<//>`;
};

function Lines({ points }) {
  const runs = [...new Set(points.map(point => point.run))], all = [...new Set(points.map(point => point.name))], names = all.slice(0, MOST_SERIES);
  const series = (value, more) => names.map((cell, of) => ({ of, ...more, points: points.filter(point => point.name === cell).map(point => ({ at: runs.indexOf(point.run), value: value(point), href: link(["run", point.run]),
    told: moment(point.created_at) + " · " + [point.run, visible(cell), commitOf(point.labels)].filter(text => text).join(" · "), ...(more?.band && { low: share(point, point.passed), high: share(point, point.passed + (point.not_judged ?? 0)) }) })) }));
  const changed = points.filter(point => point.changed?.length).map(point => ({ at: runs.indexOf(point.run), letter: point.changed.map(what => what[0].toUpperCase()).join(""), told: "the " + point.changed.join(" and the ") + " changed", point }))
    .filter((each, i, all) => all.findIndex(other => other.at === each.at && other.told === each.told) === i);
  const unjudged = points.filter(point => point.in_rates === 0 && point.not_judged > 0).map(point => ({ at: runs.indexOf(point.run), letter: "!", told: `${plural(point.not_judged, "result")} without a verdict, nothing judged` }));
  const ends = [moment(points[0].created_at), moment(points.at(-1).created_at)], frame = { ends, marks: [...changed, ...unjudged] }, lowest = Math.min(1, ...points.map(point => share(point, point.passed)).filter(each => each !== null));
  return html`<${Legend} names=${names.map(visible)} />${all.length > names.length && html`<p class="dim">The first ${names.length} of ${all.length} cells; choose an agent for the others.</p>`}
    <div class="plots whole"><${LineChart} ...${frame} title="Passed, of all results that were to be judged; hatched: without a verdict" series=${series(point => share(point, point.passed), { band: true })} format=${percent} least=${Math.floor(lowest * 10) / 10} most=${1} /></div>
    <div class="plots whole"><${LineChart} ...${frame} title="Time of a case: p95 (solid) and p50 (dashed)" series=${[...series(judged(point => point.p95)), ...series(judged(point => point.p50), { dashed: true })]} format=${took} least=${0} /></div>
    <div class="plots"><${LineChart} ...${frame} title="Cost of a run" series=${series(point => point.cost_usd)} format=${money} least=${0} />
      <${LineChart} ...${frame} title="Tokens of a run" series=${series(tokensOf)} format=${value => count(Math.round(value))} least=${0} /></div>
    ${changed.length > 0 && html`<section><h2>What changed</h2><ul>${changed.map(({ point, told, letter: sign }) => html`<li><b>${sign}</b> ${told} with <a href=${link(["run", point.run])}>${point.run}</a>, <${Time} at=${point.created_at} /> ${commitOf(point.labels)}</li>`)}</ul></section>`}
    <section><h2>Runs</h2><${Table} label="Runs" long=${[2]} heads=${["Run", "Started", "Cell", "Passed", "Of the judged, 95 %", "p50", "p95", "Cost", "Tokens", "Commit"]} rows=${[...points].reverse().map(point => [html`<a data-row href=${link(["run", point.run])}>${point.run}</a>`,
      html`<${Time} at=${point.created_at} />`, visible(point.name), html`${percent(share(point, point.passed))} <span class="dim">${count(point.passed)} of ${count(toRun(point))}</span>${point.not_judged > 0 && html`<div class="dim">${count(point.not_judged)} not judged</div>`}`, html`${percent(point.pass_rate)}${point.pass_rate_95 && html`<div class="dim">${interval(...point.pass_rate_95)}</div>`}`,
      took(point.p50), took(point.p95), money(point.cost_usd), count(tokensOf(point) ?? 0), commitOf(point.labels)])} /></section>`;
}
