// Assertions, and the scripts that judge what has no equal of its own.
import { commaSeparated, filled, lose, path, rendered } from "./values.js";

// What promptfoo.js in the project judges: javascript, and others after a transform or under a threshold over several.
const SCRIPTED = ["equals", "contains", "icontains", "contains-any", "icontains-any", "contains-all", "icontains-all", "starts-with", "regex", "is-json", "contains-json", "javascript"];
const SCORED = /^(javascript|python|latency|cost|similar|g-eval|factuality|model-graded-|trajectory:goal-success)|rubric$/;
// What judges no reply.
const ASIDE = /^(latency|cost|trajectory:(tool|step))/;
const KEYS = ["type", "value", "threshold", "weight", "metric", "provider", "transform", "config", "assert"];
const TOOL = (value) => (typeof value === "string" ? value : value?.name) || lose("a tool's pattern is not carried over; name the tools");
const RUBRICS = {
  "llm-rubric": "", "agent-rubric": "", "model-graded-closedqa": "", "g-eval": "",
  "factuality": "It agrees with this reference answer, or leaves out or adds facts without contradicting it: ",
  "trajectory:goal-success": "The assistant achieves this goal: ",
};
RUBRICS["model-graded-factuality"] = RUBRICS.factuality;
// What comes near to types without an equal.
const INSTEAD = [
  [/^(answer|conversation|context)-/, "write a rubric that has in it what the reply is held to"], [/^(rouge|bleu|gleu|meteor)/, "use similar"],
  [/^(levenshtein|word-count|f-score|(is|contains)-(xml|html|sql))/, "write a script"], [/^ends-with/, "use ends_with"], [/^is-refusal/, "use a turn with expect_success: false"],
  [/^(skill-used|trace-span-count|trajectory:step-count)/, "use tool_called with count"], [/^tool-call-f1/, "use tools_exact"],
  [/^trace-error-spans/, "use tool_result"], [/^trace-span-duration/, "use max_duration_ms or max_gap_ms"],
  [/^(select-best|max-score)/, "run each prompt, then muster compare"], [/^is-valid-/, "use tool_called, or schema with path: $.tool_calls"],
];
// What a script of Muster does not have, as a word of its own.
const MISSING = /(?<![.\w$])(require|process|fetch|import|Buffer|setTimeout|XMLHttpRequest)\b|\bnew (URL|URLSearchParams|TextEncoder|TextDecoder)\b|(?<![.\w$])crypto\.|\bcontext\.test\.(?!vars\b)|\b(providerResponse|logProbs)\b|\bcontext\.(provider|trace)\b/;

const inserted = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const texts = (value) => (Array.isArray(value) ? value.map(inserted) : commaSeparated(inserted(value)));
const one = (list) => (list.length === 1 ? list[0] : list);

export class Assertions {
  constructor(run, agents) {
    Object.assign(this, { run, agents, functions: new Map(), javascript: [], imports: [], python: [], scripted: false });
  }

  /** Translates all assertions of a test. */
  of(trial) {
    const threshold = trial.get("threshold");
    const whole = threshold && threshold.text !== "1" && trial.assertions.length && this.set(trial, threshold, trial.assertions);
    return whole ? [whole] : this.each(trial, trial.assertions);
  }

  each(trial, written) {
    return written.flatMap((assertion, n) => {
      const { run } = this;
      const type = assertion.get("type")?.text ?? "";
      const base = type.replace(/^not-/, "");
      if (base === "assert-set") return this.ofSet(trial, assertion);
      const place = `${assertion.place} ${n}`;
      if (base) run.written.set(place, base);
      const made = run.carry(assertion, () => {
        if (assertion.get("$ref")) lose(`the $ref '${assertion.get("$ref").text}' leads to nothing`);
        if (!base) lose("an assertion is an object with a 'type'");
        run.unread(assertion, KEYS, "an assertion");
        if (assertion.get("threshold") && !SCORED.test(base)) run.note(assertion.get("threshold"), `'threshold' of '${base}' is not carried over`);
        if (assertion.get("weight")?.text === "0") lose("weight 0 only measures and never fails: Muster has no such assertion");
        this.judgeable(base);
        const found = this.translated(trial, assertion, base, type !== base);
        return { ...found, ...this.more(assertion, found) };
      }, `${place} ${trial.number}.${trial.choice}`);
      if (!made) run.lost.add(place);
      return made ? [made] : [];
    });
  }

  more(assertion, made) {
    const weight = assertion.get("weight")?.json();
    const name = assertion.get("metric")?.text;
    return { ...(weight !== undefined && { weight }), ...(name && !made.name && { name }) };
  }

  ofSet(trial, written) {
    const inner = written.get("assert")?.items ?? [];
    const threshold = written.get("threshold");
    const whole = threshold && threshold.text !== "1" && this.set(trial, threshold, inner);
    const made = whole && this.run.carry(written, () => ({ ...whole, ...this.more(written, whole) }), `${written.place} ${trial.number}.${trial.choice}`);
    return made ? [made] : this.each(trial, inner);
  }

  /** Returns one script for assertions under a threshold; undefined, with a note, where one of them needs more. */
  set(trial, threshold, written) {
    const members = this.run.carry(threshold, () => written.map((assertion) => {
      const type = assertion.get("type")?.text ?? "";
      const base = type.replace(/^not-/, "");
      this.judgeable(base);
      if (!SCRIPTED.includes(base) || this.hasSchema(assertion, base)) lose(`a threshold over '${type}' is not carried over: every assertion has to hold`);
      return { ...this.check(trial, assertion, base, type !== base), ...(assertion.get("weight") && { weight: assertion.get("weight").json() }) };
    }));
    if (!members) return undefined;
    written.forEach((assertion, n) => this.run.written.set(`${assertion.place} ${n}`, assertion.get("type").text.replace(/^not-/, "")));
    return this.script(trial, { set: members, threshold: threshold.json() });
  }

  judgeable(base) {
    const { callbacks } = this.agents;
    if (callbacks && !ASIDE.test(base)) lose(`'${base}' judges ${callbacks}, which Muster does not have: write what the calls have to be, with tool_called`);
  }

  /** Whether promptfoo's output may be a list of calls. */
  mayCall(trial) { return Boolean(this.agents.calling) && !trial.isSimulated; }

  hasSchema(assertion, base) { return base.endsWith("-json") && Boolean(assertion.get("value")); }
  transform(trial, assertion) {
    const own = assertion.get("transform");
    const before = trial.get("options", "transform") ?? trial.get("options", "postprocess");
    if (own && before) lose("'transform' of an assertion is not carried over beside the one of its test, which comes before it; write both as one");
    return own ?? before;
  }

  translated(trial, assertion, base, negated) {
    const negate = negated ? { negate: true } : {};
    const transform = /^(latency|cost|trajectory:)/.test(base) ? undefined : this.transform(trial, assertion);
    const schema = () => ({ schema: this.schema(assertion) });
    const threshold = () => assertion.get("threshold")?.json() ?? lose(`'${base}' needs a threshold`);
    const calls = this.mayCall(trial);
    if (calls && this.hasSchema(assertion, base)) lose(`'${base}' with a schema is not carried over beside 'tools': promptfoo compares a reply of tool calls with it, too; write schema with path: $.tool_calls`);
    if (transform && this.hasSchema(assertion, base)) {
      return { type: "schema", path: path(transform.text, "output") ?? lose("a schema after a transform that is no path is not carried over"), ...schema(), ...negate };
    }
    if (base === "javascript" || base === "contains-json" && !assertion.get("value") || transform || calls && SCRIPTED.includes(base)) {
      if (!SCRIPTED.includes(base)) lose(`'${base}' after 'transform' is not carried over`);
      return this.script(trial, this.check(trial, assertion, base, negated));
    }
    if (Object.hasOwn(RUBRICS, base)) {
      if (calls) this.run.note(this.agents.calling, "a reply of tool calls is text to promptfoo's judge; Muster's judge sees the same calls beside the reply");
      return { ...this.rubric(trial, assertion, base), ...negate };
    }
    if (calls && base.startsWith("similar")) lose(`'${base}' is not carried over beside 'tools': promptfoo compares the JSON of tool calls, too`);
    if (base === "is-valid-openai-tools-call" && negated) lose("'not-is-valid-openai-tools-call' is not carried over: promptfoo takes no notice of 'not-' here; write schema with negate");
    const value = () => this.value(trial, assertion);
    const text = () => inserted(value());
    const made = {
      "equals": () => ({ type: "equals", value: typeof value() === "object" ? value() : text() }),
      "contains": () => ({ type: "contains", value: text() }),
      "contains-all": () => ({ type: "contains", value: one(texts(value())) }),
      "contains-any": () => ({ type: "contains_any", value: one(texts(value())) }),
      "starts-with": () => ({ type: "starts_with", value: text() }),
      "regex": () => ({ type: "regex", pattern: pattern(text()) }),
      "is-json": () => ({ type: "is_json", ...(this.hasSchema(assertion, base) && schema()) }),
      "contains-json": () => ({ type: "schema", ...schema() }),
      "latency": () => ({ type: "max_duration_ms", value: threshold() }),
      "cost": () => this.agents.isPriced ? { type: "max_cost_usd", value: threshold() } : lose("'cost' needs prices: write them under 'connectors' in muster.yaml, and max_cost_usd here"),
      "python": () => this.program(trial, assertion, negated),
      "similar": () => this.similar(trial, assertion, value()),
      "similar:cosine": () => this.similar(trial, assertion, value()),
      "is-valid-openai-tools-call": () => ({ type: "schema", path: "$.tool_calls", schema: this.tools() }),
      "trajectory:tool-used": () => toolUsed(value()),
      "trajectory:tool-args-match": () => toolArguments(value()),
      "trajectory:tool-sequence": () => toolSequence(value()),
    };
    const plain = base.replace(/^i(?=contains)/, "");
    const ignoring = plain === base ? {} : { ignore_case: true };
    if (!Object.hasOwn(made, plain)) lose([`'${base}' has no equal`, INSTEAD.find(([names]) => names.test(base))?.[1]].filter(Boolean).join("; "));
    return { ...made[plain](), ...ignoring, ...(base === "python" ? {} : negate) };
  }

  /** Returns the rendered value, of a file if it names one. */
  value(trial, assertion) {
    const written = assertion.get("value") ?? lose(`'${assertion.get("type").text}' needs a value`);
    const file = written.text?.startsWith("file://") ? written.text.slice(7) : undefined;
    if (file && !/\.(txt|md|json|ya?ml)$/.test(file)) lose(`a value that '${file}' makes is not carried over`);
    return rendered(/\.(txt|md)$/.test(file ?? "") ? this.run.file(file).text.trim() : this.run.value(written).json(), trial.value);
  }

  schema(assertion) {
    const written = this.run.value(assertion.get("value"));
    return written.text === undefined ? written.json() : this.run.file(`yaml:${written.text}`).json ?? {};
  }

  rubric(trial, assertion, base) {
    const value = this.value(trial, assertion);
    if (Array.isArray(value) && value.length > 1) lose("the mean over several criteria is not carried over; write a rubric for each");
    const prompt = trial.get("options", "rubricPrompt") ?? assertion.get("rubricPrompt");
    if (prompt) this.run.note(prompt, "'rubricPrompt' is not carried over: Muster brings the judge's prompt (docs/judges.md)");
    const threshold = assertion.get("threshold")?.json() ?? (base === "g-eval" ? 0.7 : undefined);
    return { type: "rubric", criteria: RUBRICS[base] + inserted([value].flat()[0]?.goal ?? [value].flat()[0]), ...(threshold !== undefined && { threshold }),
      judge: this.agents.judge(assertion.get("provider") ?? trial.get("options", "provider"), assertion) };
  }

  similar(trial, assertion, value) {
    const connector = this.agents.embeddings(assertion.get("provider") ?? trial.get("options", "provider"), assertion);
    return { type: "similar", value, connector, ...(assertion.get("threshold") && { threshold: assertion.get("threshold").json() }) };
  }

  /** Returns a schema for the calls of a reply, of the tools that the model is offered; one without parameters is never valid. */
  tools() {
    const [tools, ...others] = new Set(this.agents.tools.map((each) => JSON.stringify(each)));
    if (!tools) lose("'is-valid-openai-tools-call' needs 'tools' in the provider's config");
    if (others.length) lose("'is-valid-openai-tools-call' over providers with different 'tools' is not carried over; import each provider alone");
    const offered = [JSON.parse(tools)].flat().filter((tool) => tool?.type === "function" && tool.function?.parameters).map(({ function: { name, parameters } }) =>
      ({ type: "object", properties: { name: { const: name }, arguments: parameters } }));
    return { type: "array", minItems: 1, items: offered.length ? { anyOf: offered } : false };
  }

  script(trial, value) {
    this.scripted = true;
    const vars = Object.keys(trial.plain).length ? { vars: trial.plain } : {};
    return { type: "script", use: "scripts:checks", value: { ...value, ...(this.agents.objects && { parsed: true }), ...(this.mayCall(trial) && { calls: true }), ...vars } };
  }

  /** Returns one check as promptfoo.js takes it. */
  check(trial, assertion, base, negated) {
    const transform = this.transform(trial, assertion);
    const threshold = assertion.get("threshold")?.json();
    const own = base === "javascript" ? { run: this.code(assertion.get("value") ?? lose("'javascript' needs a value"), trial), ...(threshold !== undefined && { threshold }) }
      : { type: base, ...(assertion.get("value") && { value: base.includes("contains-a") ? texts(this.value(trial, assertion)) : this.value(trial, assertion) }) };
    return { ...own, ...(assertion.get("config") && { config: assertion.get("config").json() }), ...(negated && { negate: true }), ...(transform && { transform: this.code(transform, trial) }) };
  }

  /** Returns the name of a function with this code; the same code is written once. */
  code(written, trial) {
    const code = completed(written.text, trial);
    if (!this.functions.has(code)) {
      const name = `f${this.functions.size + 1}`;
      const entry = code.startsWith("file://") ? this.imported(code.slice(7), name) : `${name}: (output, context) => {\n${parsed(body(refuse(code)))}\n  }`;
      this.javascript.push(`  // ${written.file}:${written.node.at[0]}\n  ${entry},\n`);
      this.functions.set(code, name);
    }
    return this.functions.get(code);
  }

  imported(reference, name) {
    const [, file, member] = /^(.*?\.\w+)(?::(\w+))?$/.exec(reference) ?? lose(`'${reference}' is no file`);
    const { text } = this.run.file(file);
    const module = /^\s*export\b/m.test(text);
    const copy = `${name}${/\.m?ts$/.test(file) ? ".ts" : ".js"}`;
    // a module's exports as what a function can hold
    if (copy.endsWith(".js")) parsed(text.replace(/^\s*export\s*\{[^}]*\}/gm, "").replace(/^\s*export\s+(default\b)?/gm, (_, whole) => (whole ? "context = " : "")));
    this.run.texts[`scripts/${copy}`] = module ? refuse(text)
      : `const module = { exports: {} };\nlet exports = module.exports;\n${refuse(text)}\nexport default module.exports;\n`;
    this.imports.push(`import ${module && member ? `{ ${member} as ${name} }` : name} from "./${copy}";\n`);
    return !module && member ? `${name}: ${name}.${member}` : name;
  }

  /** Negated there: code that fails holds in neither way. */
  program(trial, assertion, negated) {
    const written = assertion.get("value") ?? lose("'python' needs a value");
    const code = completed(written.text, trial);
    if (!this.functions.has(`python ${code}`)) {
      const name = `f${this.functions.size + 1}`;
      this.functions.set(`python ${code}`, name);
      this.python.push(code.startsWith("file://") ? this.module(code.slice(7), name)
        : `def ${name}(output, context):\n${(/\n/.test(code.trimEnd()) ? code.trimEnd() : "return " + code.trim()).replace(/^/gm, "    ")}\n`);
    }
    const keep = Object.fromEntries(["threshold", "config"].filter((key) => assertion.get(key)).map((key) => [key, assertion.get(key).json()]));
    return { type: "script", use: `scripts:python_checks.${this.functions.get(`python ${code}`)}`, value: { vars: trial.plain, ...keep, ...(this.mayCall(trial) && { calls: true, ...(this.agents.objects && { parsed: true }) }), ...(negated && { negate: true }) } };
  }

  module(reference, name) {
    const [, file, member] = /^(.*?\.py)(?::(\w+))?$/.exec(reference) ?? lose(`'${reference}' is no Python file`);
    this.run.file(file);
    this.run.copies[`scripts/${name}_of_file.py`] = file;
    return `${name} = of_file("${name}_of_file.py", "${member ?? "get_assert"}")\n`;
  }

  /** Adds the scripts' files. */
  write() {
    const { texts, resources } = this.run;
    if (this.scripted) {
      texts["scripts/checks.js"] = `import { judge } from "./promptfoo.js";\n${this.imports.join("")}\nconst functions = {\n${this.javascript.join("")}};\n\n`
        + "export default (output, input, value, context) => judge(functions, output, input, value, context);\n";
      texts["scripts/promptfoo.js"] = resources["promptfoo.js"];
    }
    if (this.python.length) texts["scripts/python_checks.py"] = resources["checks.py"].replace("# functions\n", () => this.python.join("\n\n"));
  }
}

/** Returns code with its names filled in, or the name of its file; in code, Muster fills in nothing later. */
function completed(text, trial) {
  const code = text.startsWith("file://") ? text : filled(text, trial.value);
  return code !== text && /\$\{(captured|ENV)\./.test(code) ? lose("code with a stored reply or a variable of the environment in it is not carried over; use context.vars") : code;
}

/** Returns code that uses nothing that is missing here; texts and comments do not count. */
function refuse(code) {
  const plain = code.replace(/\/\/.*$|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gm, " ").replaceAll("import.meta", " ");
  const [used] = MISSING.exec(plain) ?? [];
  return used ? lose(`JavaScript that uses '${used}' is not carried over: scripts have no modules, network or files; write a program in scripts/ (docs/scripts.md)`) : code;
}

/** Returns the body of a function that can be read: one that can't would take every script with it. */
function parsed(code) {
  try {
    new Function("output", "context", code);
    return code;
  } catch (e) {
    return lose(`JavaScript that can't be read is not carried over: ${e.message.split("\n")[0]}`);
  }
}

/** Returns the body of a function: several lines are one, a single line is an expression, perhaps after declarations. */
function body(code) {
  const text = code.trimEnd();
  if (text.includes("\n")) return text;
  const [, before, last] = /^((?:const|let|var)\s.*;)\s*([^;]+);*$/.exec(text.trim()) ?? ["", "", text.trim().replace(/;+$/, "")];
  return `    ${before} return ${last};`;
}

function pattern(text) {
  if (/\(\?<?[=!]/.test(text)) lose("RE2 has no lookahead and no lookbehind: write two assertions, one of them with negate");
  if (/\\[1-9]|\\k</.test(text)) lose("RE2 has no backreferences: write out what may be repeated");
  return text.replace(/\\u([0-9a-fA-F]{4})/g, "\\x{$1}").replaceAll("\\/", "/");
}

function toolUsed(value) {
  const [tool, ...others] = [value].flat();
  if (others.length) lose("write 'trajectory:tool-used' once for each tool of a list");
  const counted = tool.min !== undefined || tool.max !== undefined;
  return { type: "tool_called", name: TOOL(tool), ...(counted && { count: { min: tool.min ?? 1, ...(tool.max !== undefined && { max: tool.max }) } }) };
}

function toolArguments(value) {
  if (value.ignore || value.defaults) lose("'ignore' and 'defaults' of arguments are not carried over");
  return { type: "tool_called", name: TOOL(value), args_match: value.mode === "exact" ? "exact" : "subset", arguments: value.args ?? value.arguments ?? {} };
}

function toolSequence(value) {
  if (value.mode === "exact") lose("an exact sequence is not carried over; write tools_exact and tools_in_order");
  return { type: "tools_in_order", tools: (Array.isArray(value) ? value : value.steps).map(TOOL) };
}
