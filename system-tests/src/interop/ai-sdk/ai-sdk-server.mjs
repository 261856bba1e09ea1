// Routes of the Vercel AI SDK, /4 to /7, on its mock models. What is said decides what the model does.
import { createServer } from "node:http";
import * as ai4 from "ai4";
import * as ai5 from "ai5";
import * as ai6 from "ai6";
import * as ai7 from "ai7";
import { MockLanguageModelV1 } from "ai4/test";
import { MockLanguageModelV2 } from "ai5/test";
import { MockLanguageModelV3 } from "ai6/test";
import { MockLanguageModelV4 } from "ai7/test";
import { z } from "zod";
import { announce } from "./announce.mjs";

// The SDK tells of what its models and tools throw, which they do on purpose.
console.error = () => {};
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Returns what the model does: {think, say, calls: [{name, input}], fail}. */
function reaction(prompt) {
  const last = prompt.at(-1);
  const users = prompt.filter(({ role }) => role === "user");
  const words = users.at(-1).content.map((part) => part.text ?? "").join(" ");
  if (last.role === "tool") {
    const told = last.content.map(({ output, result }) => JSON.stringify(output?.value ?? output?.reason ?? output ?? result));
    return { say: `The tool says ${told.join(" and ")}` };
  }
  const call = (name, input) => ({ name, input });
  if (words.includes("boom")) return { fail: new Error("kaboom") };
  if (words.includes("weather")) return { think: "it needs a tool", say: "Let me look.", calls: [call("get_weather", { city: "Paris" })] };
  if (words.includes("delete two")) return { calls: [call("delete_file", { path: "a" }), call("delete_file", { path: "b" })] };
  if (words.includes("delete")) return { calls: [call("delete_file", { path: "a" })] };
  if (words.includes("where")) return { calls: [call("locate", {})] };
  if (words.includes("slowly")) return { calls: [call("slowly", {})] };
  if (words.includes("broken")) return { calls: [call("broken", {})] };
  if (words.includes("json")) return { say: '{"sum": 3}' };
  if (words.includes("count")) return { say: `There are ${users.length} questions and ${prompt.length} messages` };
  if (words.includes("see")) {
    const file = users.at(-1).content.find(({ type }) => type === "file" || type === "image");
    return { say: `I see ${file.mediaType ?? file.mimeType}` };
  }
  return { say: "Hello, world" };
}

/** Returns the reaction as the parts of models since version 5. */
function parts({ think, say, calls = [], fail }, nested) {
  const found = [{ type: "stream-start", warnings: [] }];
  if (fail) return [...found, { type: "error", error: fail }];
  if (think) found.push({ type: "reasoning-start", id: "r" }, { type: "reasoning-delta", id: "r", delta: think }, { type: "reasoning-end", id: "r" });
  if (say) found.push({ type: "text-start", id: "1" }, ...say.split(/(?<= )/).map((delta) => ({ type: "text-delta", id: "1", delta })), { type: "text-end", id: "1" });
  calls.forEach(({ name, input }, i) => {
    const [id, text] = [`c${i + 1}`, JSON.stringify(input)];
    found.push({ type: "tool-input-start", id, toolName: name }, { type: "tool-input-delta", id, delta: text.slice(0, 2) }, { type: "tool-input-delta", id, delta: text.slice(2) },
      { type: "tool-input-end", id }, { type: "tool-call", toolCallId: id, toolName: name, input: text });
  });
  const why = calls.length ? "tool-calls" : "stop";
  const count = (total) => nested ? { total, noCache: total, text: total } : total;
  return [...found, { type: "finish", finishReason: nested ? { unified: why, raw: why } : why, usage: { inputTokens: count(3), outputTokens: count(5), ...(nested ? {} : { totalTokens: 8 }) } }];
}

function parts4({ think, say, calls = [], fail }) {
  if (fail) return [{ type: "error", error: fail }];
  return [...(think ? [{ type: "reasoning", textDelta: think }] : []), ...(say ?? "").split(/(?<= )/).filter(Boolean).map((textDelta) => ({ type: "text-delta", textDelta })),
    ...calls.map(({ name, input }, i) => ({ type: "tool-call", toolCallType: "function", toolCallId: `c${i + 1}`, toolName: name, args: JSON.stringify(input) })),
    { type: "finish", finishReason: calls.length ? "tool-calls" : "stop", usage: { promptTokens: 3, completionTokens: 5 } }];
}

const weather = async () => ({ sky: "sunny" });
const fails = async () => { throw new Error("out of order"); };
const tools = (ai) => ({
  get_weather: ai.tool({ inputSchema: z.object({ city: z.string() }), execute: weather }),
  delete_file: ai.tool({ inputSchema: z.object({ path: z.string() }), needsApproval: true, execute: async ({ path }) => `deleted ${path}` }),
  locate: ai.tool({ inputSchema: z.object({}) }),
  slowly: ai.tool({ inputSchema: z.object({}), async *execute() { yield { done: 50 }; yield { done: 100 }; } }),
  broken: ai.tool({ inputSchema: z.object({}), execute: fails }),
});

async function answer(ai, model, { messages }) {
  const secret = ai === ai7 ? { experimental_toolApprovalSecret: "a secret of the test server" } : {};
  const result = ai.streamText({ model, tools: tools(ai), stopWhen: (ai.isStepCount ?? ai.stepCountIs)(5), messages: await ai.convertToModelMessages(messages), ...secret });
  const options = { messageMetadata: ({ part }) => part.type === "finish" ? { totalUsage: part.totalUsage } : undefined };
  const stream = ai.createUIMessageStream({ execute: ({ writer }) => {
    if (JSON.stringify(messages.at(-1)).includes("data")) {
      writer.write({ type: "data-progress", id: "p", data: { done: 50 } });
      writer.write({ type: "data-progress", id: "p", data: { done: 100 } });
    }
    writer.merge(result.toUIMessageStream ? result.toUIMessageStream(options) : ai.toUIMessageStream({ stream: result.stream, ...options }));
  } });
  return ai.createUIMessageStreamResponse({ stream });
}

const nested = (Model, ai) => new Model({ doStream: async ({ prompt }) => ({ stream: ai.simulateReadableStream({ chunks: parts(reaction(prompt), Model !== MockLanguageModelV2) }) }) });
const model4 = new MockLanguageModelV1({ doStream: async ({ prompt }) => ({ stream: ai4.simulateReadableStream({ chunks: parts4(reaction(prompt)) }), rawCall: { rawPrompt: null, rawSettings: {} } }) });
const routes = {
  "/4": async ({ messages }) => ai4.streamText({ model: model4, messages, maxSteps: 5, toolCallStreaming: true, tools: {
    get_weather: ai4.tool({ parameters: z.object({ city: z.string() }), execute: weather }), broken: ai4.tool({ parameters: z.object({}), execute: fails }), locate: ai4.tool({ parameters: z.object({}) }) } })
    .toDataStreamResponse({ sendReasoning: true }),
  "/5": (body) => answer(ai5, nested(MockLanguageModelV2, ai5), body),
  "/6": (body) => answer(ai6, nested(MockLanguageModelV3, ai6), body),
  "/7": (body) => answer(ai7, nested(MockLanguageModelV4, ai7), body),
};

const server = createServer(async (request, response) => {
  try {
    let body = "";
    for await (const piece of request) body += piece;
    const { status, headers, body: answered } = await routes[request.url](JSON.parse(body));
    response.writeHead(status, Object.fromEntries(headers));
    for await (const piece of answered) response.write(piece);
    response.end();
  } catch (e) {
    response.writeHead(500).end(String(e?.stack));
  }
}).listen(0, "127.0.0.1", () => announce(server.address().port));
