// Judges a reply as promptfoo does. Written by muster import promptfoo; yours to change.

const lower = (text) => text.toLowerCase();
const list = (value) => (Array.isArray(value) ? value : [value]).map(String);

const checks = {
  "equals": (text, value) => value && typeof value === "object" ? sorted(parsed(text)) === sorted(value) : text === String(value),
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
    for (let from = text.indexOf("{"); from >= 0; from = text.indexOf("{", from + 1)) {
      for (let to = text.lastIndexOf("}"); to > from; to = text.lastIndexOf("}", to - 1)) {
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

// A value as JSON whose members are in order, so that equal values are equal texts.
function sorted(value) {
  return JSON.stringify(value, (_, part) => (part && typeof part === "object" && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part));
}

// What promptfoo takes for the output: of a reply of calls without text the calls, of one with both the whole message.
function output(state, text) {
  if (Array.isArray(state)) return ofBlocks(state);
  if (state?.message) return state.message.content ?? state.message.tool_calls ?? state.message.function_call ?? text;
  if (!state || typeof state !== "object") return text;
  if (state.refusal) return state.refusal;
  const found = textOf(state) ?? text;
  const thought = state.reasoning || state.reasoning_content;
  return typeof thought === "string" && thought && typeof found === "string" ? `Thinking: ${thought}\n\n${found}` : found;
}

function textOf(message) {
  const { content, tool_calls: calls, function_call: call, reasoning } = message;
  if (reasoning) return content;
  if (content && (call || calls)) return Array.isArray(calls) && !calls.length ? content : message;
  return content === null || content === undefined || content === "" && calls ? call || calls : content;
}

// Of Anthropic's blocks: texts, and any other block as JSON.
function ofBlocks(blocks) {
  return blocks.map((block) => (block.type === "text" ? block.text : block.type === "thinking" ? block.thinking.trim() && `Thinking: ${block.thinking}\nSignature: ${block.signature}`
    : block.type === "redacted_thinking" ? `Redacted Thinking: ${block.data}` : JSON.stringify(block))).filter((text) => text !== "").join("\n\n");
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
    if (e instanceof ReferenceError) throw e; // a mistake of the code, whatever the reply is
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

export async function judge(functions, reply, input, value, given) {
  const last = given.messages.at(-1);
  const text = last?.role === "assistant" ? last.content : written(reply);
  const vars = value.vars ?? {};
  const context = { vars, prompt: input, config: value.config ?? {}, test: { vars }, metadata: {} };
  const found = value.calls ? output(given.state, text) : text;
  const seen = value.parsed && typeof found === "string" ? parsed(found) ?? found : found;
  const verdict = await (value.set ? set(functions, value, seen, context) : one(functions, value, seen, context));
  return { passed: verdict.pass, score: Math.min(1, Math.max(0, verdict.score)), reason: verdict.reason || (verdict.pass ? "the check holds" : "the check does not hold") };
}
