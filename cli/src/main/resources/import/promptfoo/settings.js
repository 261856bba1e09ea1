// What promptfoo sends to a model beside its messages: the settings that it knows, with what their files have.
import { lose } from "./values.js";

// Settings that say where a model is, or what it costs.
const PLACES = ["apiKey", "apiKeyEnvar", "apiHost", "apiBaseUrl", "headers", "cost", "inputCost", "outputCost", "organization"];
// What is sent in another place.
const ELSEWHERE = { anthropic: ["beta", "extra_body"], responses: ["passthrough"] };
const COMMON = ["seed", "max_tokens", "temperature", "top_p", "presence_penalty", "frequency_penalty", "functions", "function_call", "tools", "tool_choice", "response_format", "stop"];
const SENT = {
  openai: [...COMMON, "max_completion_tokens", "reasoning_effort", "reasoning", "tool_resources", "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "modalities",
    "audio", "verbosity", "service_tier", "user", "metadata", "store"],
  azure: [...COMMON, "max_completion_tokens", "reasoning_effort", "deployment_id", "dataSources", "data_sources"],
  google: ["temperature", "top_p", "max_tokens", "topP", "maxOutputTokens", "stopSequences"],
  anthropic: ["max_tokens", "temperature", "top_p", "top_k", "cache_control", "service_tier", "stop_sequences", "metadata", "tools", "tool_choice", "thinking", "effort"],
  responses: ["instructions", "store"],
};
SENT.azureopenai = SENT.azure;
// What Google's own API calls otherwise.
const RENAMED = { topP: "top_p", maxOutputTokens: "max_tokens", stopSequences: "stop" };
const CALLBACKS = "'functionToolCallbacks' is not carried over: promptfoo runs this code and judges what it returns, Muster sends no tool results; assertions on replies are left out";

/** Returns what is sent, and whether that is nothing; what is not sent is listed. */
export function settings(run, kind, model, config) {
  const body = {};
  const elsewhere = [...PLACES, ...(ELSEWHERE[kind] ?? ["passthrough"])];
  for (const [key, value] of (config?.members ?? []).filter(([name]) => !elsewhere.includes(name))) {
    const unsent = trouble(kind, model, key, value);
    if (unsent) run.note(value, unsent);
    else body[RENAMED[key] ?? key] = loaded(run, key, value);
  }
  if (body.effort) body.output_config = { effort: body.effort };
  delete body.effort;
  const isPlain = !Object.keys(body).length;
  return { body: { ...body, ...config?.get(kind === "anthropic" ? "extra_body" : "passthrough")?.json() }, isPlain };
}

/** Returns why promptfoo or Muster does not send a setting; undefined if it is sent. */
function trouble(kind, model, key, value) {
  if (key === "functionToolCallbacks") return CALLBACKS;
  if (key === "tools" && kind === "google") lose("a google provider with 'tools' is not carried over: promptfoo calls Google's own API with them; write an agent with protocol: http (docs/targets.md)");
  if (!SENT[kind].includes(key)) return `'${key}' of a model is not carried over`;
  if (kind !== "openai" || value.node.value === null) return undefined;
  const reasons = /(^|\/)(ft:)?(o[134]|gpt-5)/.test(model);
  const only = { max_completion_tokens: reasons, reasoning_effort: reasons || /gpt-oss/.test(model), temperature: !reasons, max_tokens: !reasons, verbosity: /(^|\/)(ft:)?gpt-5/.test(model),
    reasoning: /(^|\/)o[134]/.test(model), modalities: /audio/.test(model), audio: /audio/.test(model) };
  return only[key] === false ? `'${key}' is not carried over: promptfoo does not send it to '${model}'` : undefined;
}

function loaded(run, key, value) {
  if (key === "tools" || key === "functions") return tools(run, value);
  const found = run.value(value);
  const schema = key === "response_format" && (found.get("schema") ?? found.get("json_schema", "schema"));
  if (!schema) return found.json();
  const { schema: own, json_schema: inner, ...others } = found.json();
  const whole = run.value(schema).json();
  return { ...others, ...(own !== undefined ? { schema: whole, ...(inner && { json_schema: inner }) } : { json_schema: { ...inner, schema: whole } }) };
}

/** Returns the tools of a list, each of which may be a file with one or several. */
function tools(run, value) {
  const file = value.text;
  if (file !== undefined && !/^file:\/\/.*\.(json|ya?ml)$/.test(file)) lose(`tools that '${file}' makes are not carried over; write them into a .json file`);
  if (file !== undefined) return tools(run, run.value(value));
  return value.isObject ? value.json() : value.items.flatMap((item) => tools(run, item));
}

/** Returns tools as Anthropic has them; OpenAI's form is translated, as promptfoo does. */
export function ofAnthropic({ tools, tool_choice: choice, ...others }) {
  const first = tools?.[0];
  const chosen = { auto: { type: "auto" }, required: { type: "any" }, none: { type: "none" } }[choice] ?? (choice?.type === "function" ? { type: "tool", name: choice.function?.name } : choice);
  const translated = first?.type === "function" && first.function?.name
    ? tools.map(({ function: { name, description, parameters } }) => ({ name, ...(description && { description }), input_schema: parameters ?? { type: "object", properties: {} } })) : tools;
  return { ...others, ...(tools && { tools: translated }), ...(choice && { tool_choice: chosen }) };
}
