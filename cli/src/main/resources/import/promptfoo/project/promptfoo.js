// Judges a reply as promptfoo does. Written by muster import promptfoo; yours to change.

const lower = (text) => text.toLowerCase();
const list = (value) => (Array.isArray(value) ? value : [value]).map(String);

const checks = {
  "equals": (text, value) => text === String(value),
  "contains": (text, value) => text.includes(String(value)),
  "icontains": (text, value) => lower(text).includes(lower(String(value))),
  "contains-any": (text, value) => list(value).some((part) => text.includes(part)),
  "icontains-any": (text, value) => list(value).some((part) => lower(text).includes(lower(part))),
  "contains-all": (text, value) => list(value).every((part) => text.includes(part)),
  "icontains-all": (text, value) => list(value).every((part) => lower(text).includes(lower(part))),
  "starts-with": (text, value) => text.startsWith(String(value)),
  "regex": (text, value) => new RegExp(value).test(text),
  "is-json": (text) => parsed(text) !== undefined,
  "contains-json": (text) => {
    for (let from = 0; from < text.length; from++) {
      const close = { "{": "}", "[": "]" }[text[from]];
      for (let to = close ? text.lastIndexOf(close) : -1; to > from; to = text.lastIndexOf(close, to - 1)) {
        if (parsed(text.slice(from, to + 1)) !== undefined) return true;
      }
    }
    return false;
  },
};

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const written = (output) => (typeof output === "string" ? output : JSON.stringify(output));

// The result of one check: a boolean, a number or {pass, score, reason}, as {pass, score, reason}.
function graded(result, check) {
  const number = typeof result === "number";
  const pass = number ? (check.threshold === undefined ? result > 0 : result >= check.threshold)
    : typeof result === "boolean" ? result : Boolean(result?.pass);
  const score = number ? result : typeof result?.score === "number" ? result.score : pass ? 1 : 0;
  return { pass: pass !== Boolean(check.negate), score: number || result?.score !== undefined ? score : pass !== Boolean(check.negate) ? 1 : 0, reason: result?.reason };
}

async function one(functions, check, output, context) {
  try {
    const seen = check.transform ? await functions[check.transform](output, context) : output;
    const result = check.run ? await functions[check.run](seen, context) : checks[check.type](written(seen), check.value);
    if (!["boolean", "number", "object"].includes(typeof result) || result === null) throw new Error("it returned " + typeof result);
    return graded(result, check);
  } catch (e) {
    return { pass: false, score: 0, reason: String(e) };
  }
}

// Weighs the checks of a set: all must pass, or, with a threshold, their weighted score must reach it.
async function set(functions, group, output, context) {
  const results = [];
  for (const check of group.set) {
    results.push({ weight: check.weight ?? 1, ...(check.set ? await set(functions, check, output, context) : await one(functions, check, output, context)) });
  }
  const total = results.reduce((sum, each) => sum + each.weight, 0);
  const score = total > 0 ? results.reduce((sum, each) => sum + each.score * each.weight, 0) / total : 0;
  const pass = group.threshold === undefined ? results.every((each) => each.pass) : score >= group.threshold;
  return { pass, score, reason: results.filter((each) => !each.pass).map((each) => each.reason ?? "a check failed").join("; ") };
}

export async function judge(functions, output, input, value, given) {
  const said = given.messages.at(-1);
  const text = said?.role === "assistant" ? said.content : written(output);
  const vars = value.vars ?? {};
  const context = { vars, prompt: input, config: value.config ?? {}, test: { vars }, metadata: {} };
  const seen = value.parsed ? parsed(text) ?? text : text;
  const verdict = await (value.set ? set(functions, value, seen, context) : one(functions, value, seen, context));
  return { passed: verdict.pass, score: Math.min(1, Math.max(0, verdict.score)), reason: verdict.reason || (verdict.pass ? "the check holds" : "the check does not hold") };
}
