// Prompts and tests: files, defaults, scenarios, and each combination of lists of variables.
import { Value, commaSeparated, container, filled, free, literal, lose, render, rendered, withoutHistory } from "./values.js";

// Of all prompts: what can be carried over in the time that a script has.
const MOST = 5_000;
// Variables that name others that name others.
const DEEPEST = 5;
// What promptfoo looks for in values: a variable, any name, and a tag that its line does not close.
const REFERENCE = /\{\{\s*(\w+)\s*\}\}/;
const NAMED = /\{\{\s*([^{}\s|]+)\s*(?:\|[^}]+)?\}\}|\{%\s*(?:if|for)\s+([^{}\s]+)\s*.*?%\}/g;
const OPEN = /(\{%[^%]*$|\{\{[^}]*$|\{#[^#]*$)/m;
const TEST = ["description", "vars", "assert", "options", "threshold", "metadata", "provider", "metric"];
const OPTIONS = ["prefix", "suffix", "transform", "postprocess", "provider", "storeOutputAs", "disableDefaultAsserts", "disableVarExpansion", "runSerially"];
const TYPES = new RegExp(`^(not-)?(agent-rubric|answer-relevance|bleu|classifier|contains(-all|-any|-html|-json|-sql|-xml)?|context-(faithfulness|recall|relevance)|conversation-relevance`
  + "|cost|equals|factuality|finish-reason|g-eval|gleu|guardrails|icontains(-all|-any)?|is-(html|json|refusal|sql|xml)|is-valid-(openai-)?function-call|is-valid-openai-tools-call|javascript"
  + "|latency|levenshtein|llm-rubric|pi|meteor|model-graded-(closedqa|factuality)|moderation|perplexity(-score)?|python|regex|rouge-n|ruby|similar(:cosine|:dot|:euclidean)?|starts-with"
  + "|tool-call-f1|skill-used|trajectory:(goal-success|step-count|tool-args-match|tool-sequence|tool-used)|trace-(error-spans|span-count|span-duration)|search-rubric|webhook|word-count)$");
const PROMPTS = /\.(txt|md|json|jsonl|ya?ml|csv|j2)$/;

/** Returns {id, text} of each prompt. */
export function prompts(run) {
  const found = [];
  const add = (at, label, texts) => texts.forEach((text) => run.carry(at, () => {
    messages(text, () => "");
    const id = label && texts.length === 1 ? label.replace(/[^\p{L}\d]+/gu, "-").slice(0, 40) : `prompt-${found.length + 1}`;
    found.push({ text, id: free(id, (name) => found.some((prompt) => prompt.id === name)) });
  }));
  const one = (at, text, label) => {
    if (!text.startsWith("file://") && (!PROMPTS.test(text) || /\s/.test(text))) return add(at, label, [text]);
    for (const name of run.names(text.replace(/^file:\/\//, ""))) add(Value.of(text, [1, 1], name), label, ofFile(run, name));
  };
  for (const item of run.config.get("prompts")?.items ?? []) {
    run.carry(item, () => {
      if (!item.isObject) return one(item, item.text);
      const text = (item.get("raw") ?? item.get("id"))?.text, file = item.get("file")?.text;
      if (text ?? file) {
        run.unread(item, ["raw", "id", "file", "label"], "a prompt");
        return one(item, text ?? `file://${file.replace(/^file:\/\//, "")}`, item.get("label")?.text);
      }
      // the old form: a label for each file
      for (const [name, label] of item.members) PROMPTS.test(name) || name.startsWith("file://") ? one(item, name, label.text) : run.note(label, `'${name}' of a prompt is not carried over`);
    });
  }
  return found.length || run.config.get("prompts") ? found : [{ id: "prompt-1", text: "{{prompt}}" }];
}

function ofFile(run, name) {
  if (!PROMPTS.test(name)) lose(`prompts that '${name}' makes are not carried over; write them out`);
  const text = run.file(name).text.trim();
  if (name.endsWith(".txt")) return text.split(/^---[ \t]*$/m).map((part) => part.trim()).filter(Boolean);
  if (name.endsWith(".jsonl")) return text.split("\n").filter((line) => line.trim());
  if (name.endsWith(".csv")) return rows(text).map(({ cells }) => cells[0]).filter((cell, n) => n > 0 || cell !== "prompt");
  return [/\.ya?ml$/.test(name) && !text.includes("{%") ? JSON.stringify(run.document(name).json()) : text];
}

/** Renders a prompt as the messages that it is. In a text, but not in JSON, promptfoo also renders what it fills in. */
export function messages(text, value, sent = value) {
  const before = container(withoutHistory(text));
  const fill = container(text) ? value : sent;
  const all = before ? JSON.stringify(rendered(before, fill)) : render(withoutHistory(text), fill);
  const json = container(all);
  return Array.isArray(json) && json.every((each) => each?.role) ? json : [{ role: "user", content: all }];
}

/** Returns the call of a tool that an MCP server gets: what promptfoo calls args are arguments. */
export function calls(text, value, sent) {
  const [first] = messages(text, value, sent);
  const call = container(String(first.content));
  return [call?.tool ? { ...first, content: JSON.stringify({ tool: call.tool, arguments: call.args ?? call.arguments ?? {} }) } : first];
}

/** What stands for a variable that is not carried over: whatever needs it is not carried over either. */
class Hole {
  constructor(name) { this.name = name; }
}

const filledIn = (value) => (value instanceof Hole ? lose(`the variable '${value.name}' is not carried over, and this needs it`) : value);

/** A test with one choice of its variables; the last of its layers that has a member decides. */
export class Trial {
  constructor(run, layers, vars, number, choice, stored) {
    Object.assign(this, { run, layers, vars, number, choice, stored });
    const found = (name) => name.startsWith("env.") ? run.env(name.slice(4)) : stored.has(name) && !Object.hasOwn(vars, name) ? `\${captured.${name}}`
      : name.split(".").reduce((found, step) => found !== null && found !== undefined && Object.hasOwn(Object(found), step) ? found[step] : undefined, this.vars);
    this.value = (name) => filledIn(found(name.split(".")[0]) instanceof Hole ? found(name.split(".")[0]) : found(name));
    this.sent = (name) => {
      const found = this.value(name);
      return typeof found === "string" && this.isTemplate(found) ? filled(found, this.value) : found;
    };
  }

  get at() { return this.layers.at(-1); }
  get isSimulated() { return (this.get("provider", "id") ?? this.get("provider"))?.text === "promptfoo:simulated-user"; }
  get plain() { return Object.fromEntries(Object.entries(this.vars).filter(([, value]) => !(value instanceof Hole))); }
  get(...names) { return this.layers.map((layer) => layer.get(...names)).findLast(Boolean); }

  /** Whether promptfoo renders a value: not if it leaves a tag open, or names what is no variable. */
  isTemplate(text) {
    if (!/\{[{%#]/.test(text) || OPEN.test(text)) return false;
    const names = [...text.replace(/\{#[^]*?#\}/g, "").matchAll(NAMED)].map(([, name, condition]) => /^[A-Za-z_]\w*/.exec(name ?? condition)?.[0]);
    return names.every((name) => !name || name === "env" || this.stored.has(name) || this.vars[name] !== undefined);
  }

  get assertions() {
    const own = this.get("options", "disableDefaultAsserts")?.text === "true" ? this.layers.slice(-1) : this.layers;
    return own.flatMap((layer) => layer.get("assert")?.items ?? []);
  }
}

export function trials(run, prompts) {
  const { config } = run;
  const defaults = config.get("defaultTest") ? run.carry(config.get("defaultTest"), (each) => [run.value(each)]) ?? [] : [];
  for (const each of defaults) {
    run.unread(each, TEST, "'defaultTest'");
    run.unread(each.get("options"), OPTIONS, "'options'");
  }
  const all = tests(run, config.get("tests")).map((test) => [...defaults, test]);
  for (const written of config.get("scenarios")?.items ?? []) {
    run.carry(written, () => {
      const scenario = run.value(written);
      run.unread(scenario, ["description", "config", "tests"], "a scenario");
      for (const entry of tests(run, scenario.get("config"))) {
        for (const test of tests(run, scenario.get("tests"))) all.push([...defaults, entry, test]);
      }
    });
  }
  if (!config.get("tests") && !config.get("scenarios")) all.push([...defaults, Value.of({}, config.node.at, config.file)]);
  const found = [];
  let stored = new Set();
  all.forEach((layers, index) => {
    choices(run, layers, stored).forEach((vars, n, every) => found.push(new Trial(run, layers, vars, index + 1, every.length > 1 ? n + 1 : 0, stored)));
    const name = layers.map((layer) => layer.get("options", "storeOutputAs")?.text).findLast(Boolean);
    if (name) stored = new Set(stored).add(name);
  });
  const most = Math.floor(MOST / prompts);
  if (found.length > most) run.note(config.get("tests") ?? config, `only the first ${most} tests are carried over; split the file, or write a generator (docs/suites.md)`);
  return found.slice(0, most);
}

function tests(run, written) {
  return (written?.items ?? []).flatMap((item) => run.carry(item, () => {
    if (item.isObject) {
      return [checked(run, item)];
    }
    const name = item.text?.replace(/^file:\/\//, "");
    return run.names(name ?? "").flatMap((file) => {
      if (file.endsWith(".csv")) return csv(run.file(file).text, file);
      if (file.endsWith(".jsonl")) return run.file(file).lines?.map((node) => checked(run, new Value(node, file))) ?? [];
      if (/\.(ya?ml|json)$/.test(file)) return tests(run, run.document(file));
      return lose(`tests that '${file}' makes are not carried over; keep them as .jsonl, or write a generator (docs/suites.md)`);
    });
  }) ?? []);
}

function checked(run, test) {
  run.unread(test, TEST, "a test");
  run.unread(test.get("options"), OPTIONS, "'options'");
  return test;
}

function choices(run, layers, stored) {
  const written = new Map();
  for (const layer of layers) run.carry(layer.get("vars"), (vars) => run.value(vars)?.members.forEach(([name, value]) => written.set(name, value)));
  const whole = layers.some((layer) => layer.get("options", "disableVarExpansion")?.text === "true");
  let all = [{}];
  for (const [name, value] of written) {
    const values = (whole ? [value] : value.items).flatMap((item) => run.carry(item, () => files(run, item).map((each) => ({ is: variable(run, each) })))
      ?? [{ is: new Hole(name) }]).map(({ is }) => is);
    all = all.slice(0, MOST + 1).flatMap((vars) => values.map((each) => ({ ...vars, [name]: each })));
  }
  return all.map((vars) => resolved(vars, stored));
}

/** Fills variables into others as promptfoo does: of each the first that it names, if there is such a variable, five times. */
function resolved(vars, stored) {
  const found = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, typeof value === "string" ? value.replace(/\n$/, "") : value]));
  for (let depth = 0, more = true; more && depth < DEEPEST; depth++) {
    more = false;
    for (const [name, text] of Object.entries(found)) {
      const [placeholder, other] = typeof text === "string" ? REFERENCE.exec(text) ?? [] : [];
      const value = other && (Object.hasOwn(found, other) ? found[other] : stored.has(other) ? `\${captured.${other}}` : undefined);
      if (value === undefined) continue;
      found[name] = value instanceof Hole ? new Hole(name) : text.replace(placeholder, String(value));
      more = true;
    }
  }
  return found;
}

/** Returns a value for each file where a variable names several. */
function files(run, written) {
  if (!/^file:\/\/.*\*/.test(written.text ?? "")) return [written];
  const names = run.names(written.text.slice(7));
  if (!names.length) lose(`no file is named as in '${written.text}'`);
  return names.map((name) => Value.of(`file://${name}`, written.node.at, written.file));
}

function variable(run, written) {
  const file = written.text?.startsWith("file://") ? written.text.slice(7) : undefined;
  const value = !file ? written.json() : /\.(ya?ml|json)$/.test(file) ? run.document(file).json()
    : /\.(txt|md|csv|html|xml)$/.test(file) ? run.file(file).text.trim() : lose(`a variable from '${file}' is not carried over; write its value`);
  literal(JSON.stringify(value) ?? "");
  return value;
}

/** Reads tests from a table: a column for each variable, and columns with two underscores for the rest. */
function csv(text, file) {
  const [head, ...rest] = rows(text);
  return rest.map(({ line, cells }) => {
    const test = { vars: {}, assert: [], options: {}, metadata: {} }, each = [];
    head.cells.map((name) => name.trim()).forEach((name, n) => column(test, each, name, cells[n] ?? ""));
    test.assert.forEach((assertion, n) => Object.assign(assertion, test.metric?.trim() && { metric: test.metric }, each[n]));
    delete test.metric;
    return Value.of(test, [line, 1], file);
  });
}

function column(test, each, name, cell) {
  const config = /^__config:__expected(\d*):(\w+)$/.exec(name);
  if (config) each[(config[1] || 1) - 1] = cell.trim() && { [config[2]]: Number(cell) };
  else if (name.startsWith("__expected")) { if (cell.trim()) test.assert.push(expected(cell.trim())); }
  else if (name.startsWith("__metadata:")) test.metadata[name.slice(11)] = cell;
  else if (name === "__prefix" || name === "__suffix") test.options[name.slice(2)] = cell;
  else if (name === "__threshold") { if (cell.trim()) test.threshold = Number(cell); }
  else if (name.startsWith("__")) test[name.slice(2)] = cell;
  else test.vars[name] = cell;
}

/** Reads type(threshold): value; any other text is what the reply has to equal. */
function expected(text) {
  if (/^file:\/\/.*\.py(:\w+)?$/.test(text)) return { type: "python", value: text };
  if (/^file:\/\//.test(text)) return { type: "javascript", value: text };
  const [, word, threshold, value] = /^((?:not-)?[a-z][a-z0-9:-]*?)(?:\(([\d.]+)\))?(?::\s*([^]*))?$/.exec(text) ?? [];
  const type = { fn: "javascript", eval: "javascript", grade: "llm-rubric" }[word] ?? word;
  if (!TYPES.test(type ?? "") || value === undefined && !/^(not-)?(is|contains)-/.test(type) && !["latency", "cost"].includes(type)) return { type: "equals", value: text };
  return { type, ...(threshold && { threshold: Number(threshold) }), ...(value && { value: /contains-a(ny|ll)$/.test(type) ? commaSeparated(value) : value.trim() }) };
}

/** Reads the rows of a table. A quotation mark has a meaning only where a cell begins; others are what they are. */
function rows(text) {
  const all = text.replace(/^\ufeff/, "");
  const found = [];
  let cells = [], cell = "", line = 1, began = 1, begins = true, quoted = 0;
  const endCell = () => { cells.push(cell); [cell, begins] = ["", true]; };
  const endRow = () => {
    endCell();
    if (cells.length > 1 || cells[0].trim()) found.push({ line: began, cells });
    [cells, began] = [[], line];
  };
  for (let at = 0; at < all.length; at++) {
    const character = all[at];
    if (character === "\n") line++;
    if (quoted && character === '"' && all[at + 1] === '"') cell += all[at++];
    else if (quoted && character === '"') quoted = 0;
    else if (!quoted && begins && character === '"') [quoted, begins] = [line, false];
    else if (!quoted && character === ",") endCell();
    else if (!quoted && character === "\n") endRow();
    else if (quoted || character !== "\r" || all[at + 1] !== "\n") [cell, begins] = [cell + character, false];
  }
  if (quoted) lose(`the quotation mark of line ${quoted} is not closed`);
  if (cell || cells.length) endRow();
  return found;
}
