// Makes a project of a promptfoo configuration. Muster runs this where there are no files and no network: it says which files
// it wants, and is called again with these until it has all.
import { Assertions } from "./assertions.js";
import { Agents } from "./providers.js";
import { calls, messages, prompts, trials } from "./tests.js";
import { Conversion, lose, render, withoutHistory } from "./values.js";

const CASES_IN_A_FILE = 100;
const KNOWN = ["$schema", "description", "tags", "prompts", "providers", "targets", "tests", "scenarios", "defaultTest", "env", "evaluateOptions", "outputPath",
  "sharing", "writeLatestResults", "assertionTemplates", "definitions", "$defs", "templates", "metadata"];

export default function convert({ config, given, resources, refused }) {
  const run = new Conversion(config, given, resources, refused);
  try {
    return { ...project(run), missing: run.missing };
  } catch (e) {
    if (run.missing.length) return { missing: run.missing };
    throw e;
  }
}

function project(run) {
  run.unread(run.config, KNOWN, "the configuration");
  run.unread(run.config.get("evaluateOptions"), ["repeat", "cache", "showProgressBar"], "'evaluateOptions'");
  const all = prompts(run);
  const agents = new Agents(run, all.some(({ text }) => withoutHistory(text).trim().startsWith("[")));
  const assertions = new Assertions(run, agents);
  const repeat = run.config.get("evaluateOptions", "repeat")?.json();
  const tests = trials(run, Math.max(1, all.length));
  const cases = all.flatMap((prompt) => conversations(prompt, tests).flatMap((group) => {
    const id = [`test-${group[0].number}`, ...(group[0].choice ? [group[0].choice] : []), ...(all.length > 1 ? [prompt.id] : [])].join("-");
    const name = group[0].get("description")?.text?.trim().split("\n")[0];
    return run.carry(group[0].at, () => ({ id, ...(name && { name }), ...(all.length > 1 && { labels: { prompt: prompt.id } }), ...(repeat > 1 && { repeat }),
      ...written(run, agents, assertions, prompt, group) }), `${group[0].at.place} ${id}`) ?? [];
  }));
  assertions.write();
  const shares = Object.create(null);
  run.written.forEach((type, place) => {
    shares[type] ??= [0, 0];
    shares[type][0]++;
    if (!run.lost.has(place)) shares[type][1]++;
  });
  const losses = [...run.losses].map(([text, [file, line, column]]) => ({ file, line, column, text })).sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column);
  const checked = { "muster.yaml": run.lines(agents.project) };
  for (let n = 0; n < cases.length; n += CASES_IN_A_FILE) checked[`tests/${n}.yaml`] = run.lines(cases.slice(n, n + CASES_IN_A_FILE));
  return { checked, texts: run.texts, copies: run.copies, losses: losses.map(({ text }) => text), shares };
}

/** Returns lists of tests: those of one conversation together, any other alone. */
function conversations(prompt, tests) {
  const groups = [];
  const stored = (trial) => trial.get("options", "storeOutputAs")?.text;
  for (const trial of tests) {
    const used = [...trial.stored].filter((name) => [prompt.text, JSON.stringify(trial.layers.map((layer) => layer.json())), JSON.stringify(trial.vars)]
      .some((text) => text.split(/\{\{-?/).slice(1).some((part) => part.trim().split(/[^\w.-]/)[0].split(".")[0] === name) || text.includes(`\${captured.${name}}`)));
    const id = trial.get("metadata", "conversationId")?.text ?? "";
    const same = prompt.text.includes("_conversation") ? groups.find(([first]) => (first.get("metadata", "conversationId")?.text ?? "") === id)
      : used.length ? groups.findLast((group) => group.some((each) => used.includes(stored(each)))) : undefined;
    if (same) same.push(trial);
    else groups.push([trial]);
  }
  return groups;
}

function written(run, agents, assertions, prompt, group) {
  const [first] = group;
  const provider = first.get("provider");
  const simulated = first.isSimulated;
  if (provider && !simulated) run.note(provider, "'provider' of a test is not carried over: write its 'agent', or select cases by -k");
  const sent = (trial) => (agents.calls ? calls : messages)((trial.get("options", "prefix")?.text ?? "") + prompt.text + (trial.get("options", "suffix")?.text ?? ""),
    trial.value, trial.sent);
  const opening = sent(first);
  const variables = /\$\{ENV\./.test(JSON.stringify(opening)) ? { variables: true } : {};
  const checks = (trial) => {
    const made = assertions.of(trial);
    return made.length ? { assertions: made } : {};
  };
  if (simulated) {
    if (agents.calling) run.note(agents.calling, "promptfoo writes tool calls into the transcript of a simulated user; here they are no text, so checks of that transcript can differ");
    const goal = render(provider.get("config", "instructions")?.text ?? "{{instructions}}", first.value);
    const system = opening.filter(({ content }) => String(content).trim()).map(({ content }) => ({ role: "system", content }));
    return { ...variables, type: "multi_turn", ...(system.length && { messages: system }), simulator: { use: agents.simulatedUser(provider), metadata: { goal } },
      max_turns: provider.get("config", "maxTurns")?.json() ?? 10, awaiting: { pattern: "(?s)." }, final_scope: "whole", final_assertions: assertions.of(first) };
  }
  if (group.length === 1) {
    const plain = opening.length === 1 && opening[0].role === "user";
    return { ...variables, ...agents.metadata(first.plain), ...(plain ? { input: opening[0].content } : { messages: opening }), ...checks(first) };
  }
  const turns = group.map((trial) => {
    const turn = { input: sent(trial).at(-1).content, ...checks(trial), continue_on_failure: true };
    const name = trial.get("options", "storeOutputAs")?.text;
    if (!name) return turn;
    if (agents.calling) lose("'storeOutputAs' beside 'tools' is not carried over: promptfoo may store a list of calls");
    return { ...turn, capture: { [name]: "$.content" } };
  });
  return { ...variables, ...agents.metadata(first.plain), type: "scripted", ...(opening.length > 1 && { messages: opening.slice(0, -1) }), turns };
}
