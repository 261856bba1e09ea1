// What is under way, and what broke since the run before, suite by suite.
pages.home = function Home({ me }) {
  const of = useData(["home"]), told = useStream(true), ids = told?.map(each => each.run.id).join(" ");
  useEffect(() => { if (of.data) of.reload(); }, [ids]);
  useEvery((of.data?.running?.length > 0 && !told) || of.data?.complete === false ? 2000 : 30000, of.reload);
  useKeys({ ...rowKeys, "/": () => { location.hash = link(["runs"]); } });
  return html`<h1>${me.fleet ? "Fleet " + me.fleet : me.project ? html`Project <${Project} of=${me.project} />` : "Home"}</h1><${Loaded} of=${of}>${({ running = [], suites = [] }) => html`
    ${running.length > 0 && html`<section><h2>Running</h2>${running.map(run => html`<div class="suite" key=${run.id}><p><a data-row href=${link(["run", run.id])}><b>${nameOf(run)}</b></a> <span class="dim">${visible(run.agents)}${run.paused ? " · paused" : ""}</span></p><${Progress} run=${withStream(run, told)} /></div>`)}</section>`}
    ${suites.length === 0 && running.length === 0 && html`<p class="none">No run is stored here yet. <code>muster demo</code> makes one, <code>muster view --demo</code> shows a history.</p>`}
    ${projectsOf(suites).map(([project, some], _, all) => html`<section key=${project}><h2>${me.project || (all.length === 1 && !project) ? "Suites" : project ? html`<a href=${link(["runs"], { project })}><${Project} of=${project} /></a>` : "No project"}</h2>${some.map(suite => html`<${Suite} of=${suite} />`)}</section>`)}`}<//>`;
};

// Suites by their project, the one with the newest run first.
function projectsOf(suites) {
  const found = new Map();
  for (const suite of suites) found.set(suite.project ?? "", [...(found.get(suite.project ?? "") ?? []), suite]);
  return [...found];
}

function Suite({ of: { agents, branch, newest, news: since, strip } }) {
  const kinds = news(since);
  return html`<div class="suite ${mood(newest)}"><p><a data-row href=${link(["run", newest.id])}><b>${nameOf(newest)}</b></a> <span class="dim">${visible(agents)}${branch ? " · " + visible(branch) : ""} · <${Time} at=${newest.started_at ?? newest.created_at} /></span></p>
    <p class="facts"><span class=${tone(newest)}>${verdict(newest)}</span>${kinds.map(kind => html`<a class=${kind === "fixed" ? "passed" : kind === "flaky" ? "flaky" : kind.startsWith("still") ? "dim" : "failed"}
      href=${link(["compare"], { run: [since.baseline, newest.id], changed: kind })}>${count(since[kind])} ${KINDS[kind]}</a>`)}${since && kinds.length === 0 && html`<span class="dim">${since.baseline ? nothingNew(newest) : "no baseline"}</span>`}
      <span class="dim">${took(newest.duration_ms)}</span>${newest.cost_usd !== undefined && html`<span class="dim">${money(newest.cost_usd)}</span>`}</p><${Strip} of=${strip ?? []} /></div>`;
}

// The last runs, oldest first: how high is the pass rate; a full bar in red shape where nothing was judged.
function Strip({ of }) {
  const told = `${plural(of.length, "run")}, pass rates ` + of.map(each => percent(each.pass_rate)).join(", ");
  return of.length > 1 && html`<div class="strip" role="group" aria-label=${told}>${of.map(each => html`<a key=${each.run} href=${link(["run", each.run])} tabindex="-1" title=${`${new Date(each.created_at).toLocaleString("sv").slice(0, 16)} · ${percent(each.pass_rate)} of ${count(each.total)}` + (each.failed + each.error ? `, ${each.failed + each.error} not passed` : "") + (each.state === "finished" ? "" : ", " + each.state)}>
    <svg viewBox="0 0 10 24" aria-hidden="true"><rect class="ground" width="10" height="24" /><rect class="bar" opacity=${["stopped", "interrupted"].includes(each.state) ? .35 : 1} y=${24 - 24 * (each.pass_rate ?? 0)} width="10" height=${24 * (each.pass_rate ?? 0)} />${each.failed + each.error > 0 && html`<rect class="bar bad" width="10" height=${Math.max(3, 24 * (1 - (each.pass_rate ?? 0)))} />`}</svg></a>`)}</div>`;
}
