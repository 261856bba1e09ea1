// Parts of several pages: words for numbers, marks for statuses.
const count = number => number.toLocaleString("en");
const percent = rate => rate === undefined || rate === null ? "–" : (rate === 1 || rate === 0 ? 100 * rate : Math.min(99.9, Math.max(0.1, 100 * rate)).toFixed(1)) + " %";
const money = usd => usd === undefined || usd === null ? "" : "$" + (usd >= 0.01 || usd === 0 ? usd.toFixed(2) : usd.toFixed(Math.min(20, 1 - Math.floor(Math.log10(usd)))));

function took(ms) {
  if (ms === undefined || ms === null) return "";
  if (ms < 1000) return Math.round(ms) + " ms";
  if (ms < 60000) return (ms / 1000).toFixed(1) + " s";
  const minutes = Math.floor(ms / 60000);
  return minutes < 60 ? minutes + " min " + Math.round(ms % 60000 / 1000) + " s" : Math.floor(minutes / 60) + " h " + minutes % 60 + " min";
}

function Time({ at }) {
  return at ? html`<time datetime=${at} title=${new Date(at).toString()}>${new Date(at).toLocaleString("sv").slice(0, 16)}</time>` : null;
}

const marks = { passed: "✓", failed: "✗", error: "!", flaky: "~", skipped: "–", cancelled: "·", waiting: "◦" };
const Status = ({ of }) => html`<span class="status ${of}">${of}</span>`;

// Repeats of a case in a cell, by their first letters: PPF.
const letters = { ".": "waiting", P: "passed", F: "failed", E: "error", Y: "flaky", S: "skipped", C: "cancelled" };
function Dots({ of }) {
  const names = [...of].map(letter => letters[letter]);
  if (names.length > 20) {
    const counted = Object.keys(marks).map(name => [name, names.filter(each => each === name).length]).filter(([, number]) => number > 0);
    return html`<span class="dots" role="img" aria-label=${counted.map(([name, number]) => number + " " + name).join(", ")}>${counted.map(([name, number]) => html`<span class=${name}>${marks[name] + count(number)} </span>`)}</span>`;
  }
  return html`<span class="dots" role="img" aria-label=${names.join(", ")}>${names.map(name => html`<span class=${name}>${marks[name]}</span>`)}</span>`;
}

// Keys of a page; none while somebody writes, except Escape, which ends that.
function useKeys(keys) {
  const held = useRef(keys);
  held.current = keys;
  useEffect(() => {
    const pressed = event => {
      const writes = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
      if (event.ctrlKey || event.metaKey || event.altKey || !held.current[event.key] || writes && event.key !== "Escape") return;
      if (writes) document.activeElement.blur(); else { event.preventDefault(); held.current[event.key](event); }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

// Goes from row to row: to the next or previous link of a list.
function step(by) {
  const rows = [...document.querySelectorAll("[data-row]")], at = rows.indexOf(document.activeElement);
  rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}
const rowKeys = { j: () => step(1), k: () => step(-1) };

const nameOf = run => visible((run.inputs ?? []).join(", ") || run.id);
// A project that is called by its folder shows the last part of it.
const projectName = project => visible(/^(\/|\\\\|.:\\)/.test(project) ? project.split(/[\/\\]/).filter(part => part).at(-1) ?? project : project);
const Project = ({ of }) => html`<span title=${visible(of)}>${projectName(of)}</span>`;
const words = wire => (wire ?? "").replaceAll("_", " ");
const plural = (number, one, many = one + "s") => count(number) + " " + (number === 1 ? one : many);
const over = run => ["finished", "stopped", "interrupted"].includes(run.state);
// A case that ended in an error says nothing about the agent.
const nothingNew = run => "nothing new" + (run.error > 0 ? `; ${count(run.error)} ${run.error === 1 ? "error was" : "errors were"} not compared` : "");
const done = run => run.passed + run.failed + run.error + run.flaky + run.skipped + run.cancelled;

// How a run came out, in one sentence.
function verdict(run) {
  const all = done(run), bad = [[run.failed, "failed"], [run.error, "ended in an error"], [run.flaky, "flaky"]].filter(([number]) => number > 0)
    .map(([number, word]) => count(number) + " " + word), end = { stopped: ", and the run was stopped before its end", interrupted: ", and the run was interrupted" }[run.state] ?? "";
  if (all === 0) return over(run) ? "No result" + end : "No result yet";
  if (run.passed === all) return (all === 1 ? "The only case passed" : "All " + count(all) + " passed") + (over(run) ? end : " so far");
  const listed = bad.length > 1 ? bad.slice(0, -1).join(", ") + " and " + bad.at(-1) + "; " : bad.length ? bad[0] + "; " : "";
  return listed + count(run.passed) + " of " + count(all) + " passed" + (over(run) ? end : " so far");
}
const mood = run => run.gate_failure || run.exit_code === 1 ? "bad" : run.exit_code > 1 || run.state === "interrupted" ? "unsure"
  : run.exit_code === undefined && (run.failed + run.error + run.flaky > 0 || run.state === "stopped") ? "bad" : over(run) && done(run) === 0 ? "unsure" : over(run) ? "" : "even";
const tone = run => ({ bad: "failed", unsure: "flaky", even: "dim" })[mood(run)] ?? "passed";

// The labels of a run; a link where they name a page.
function Labels({ of, but = [] }) {
  const entries = Object.entries(of ?? {}).filter(([name]) => !but.includes(name));
  return entries.map(([name, value]) => html`<span class="label"><span class="dim">${visible(name)} </span>${
    /^https?:\/\//.test(value) ? html`<a href=${value} rel="noopener noreferrer" target="_blank">${visible(value)}</a>` : visible(value)}</span>`);
}

// What a run's news count, newly failing first.
const KINDS = { newly_failing: "newly failing", changed: "changed definition", wavering: "wavering (some tries fail)", new: "new, not passing", newly_skipped: "newly skipped", fixed: "fixed", flaky: "flaky", still_failing: "still failing" };
const news = of => Object.keys(KINDS).filter(kind => of?.[kind] > 0);
