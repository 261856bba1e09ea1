// Two agents that take and give AG-UI with its own packages: /v1 with those of protocol 1.0, /v0 with 0.0.x.
// What they do is named by the last user message. A body that the generation's schema refuses is answered with 422.

import { createServer } from "node:http";
import * as schemas1 from "@ag-ui/core/schemas";
import { EventEncoder as Encoder1 } from "@ag-ui/encoder";
import * as schemas0 from "ag-ui-core-0";
import { EventEncoder as Encoder0 } from "ag-ui-encoder-0";
import { announce } from "./announce.mjs";

const generations = {
  "/v1": { Encoder: Encoder1, Input: schemas1.RunAgentInputSchema, Event: schemas1.EventSchema },
  "/v0": { Encoder: Encoder0, Input: schemas0.RunAgentInputSchema, Event: schemas0.EventSchemas },
};

const text = (id, ...deltas) => [
  { type: "TEXT_MESSAGE_START", messageId: id, role: "assistant" },
  ...deltas.map((delta) => ({ type: "TEXT_MESSAGE_CONTENT", messageId: id, delta })),
  { type: "TEXT_MESSAGE_END", messageId: id },
];

const scripts = {
  text: () => text("m1", "Hello from", " the encoder: ", "grüße, 你好, 🎉"),

  tools: () => [
    { type: "STEP_STARTED", stepName: "file it" },
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "create_expense", parentMessageId: "m0" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"type":"travel",' },
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '"amount":84.5}' },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    { type: "TOOL_CALL_RESULT", messageId: "m1", toolCallId: "c1", role: "tool", content: '{"status":"draft"}' },
    { type: "STEP_FINISHED", stepName: "file it" },
    { type: "STATE_SNAPSHOT", snapshot: { expense: { status: "draft", amount: 84.5 } } },
    { type: "STATE_DELTA", delta: [{ op: "replace", path: "/expense/status", value: "submitted" }] },
    ...text("m2", "Submitted."),
  ],

  chunks: () => [
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", role: "assistant", delta: "One " },
    { type: "TEXT_MESSAGE_CHUNK", delta: "piece" },
    { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "get_policy", delta: '{"type":' },
    { type: "TOOL_CALL_CHUNK", delta: '"meals"}' },
    { type: "CUSTOM", name: "progress", value: { done: 1 } },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m2", role: "assistant", delta: "All in chunks" },
  ],

  thoughts: (path) => [...(path === "/v1" ? reasoning : thinking), ...text("m1", "Thought about it.")],

  history: (path, input) => text("m1", input.messages.map((message) => message.role).join(",")),

  error: () => [...text("m1", "I was about to"), { type: "RUN_ERROR", message: "the model is out", code: "MODEL" }],

  cut: () => text("m1", "Never finished"),
};

const reasoning = [
  { type: "REASONING_START", messageId: "r1" },
  { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "hmm" },
  { type: "REASONING_MESSAGE_END", messageId: "r1" },
  { type: "REASONING_END", messageId: "r1" },
];

const thinking = [
  { type: "THINKING_START", title: "thinking" },
  { type: "THINKING_TEXT_MESSAGE_START" },
  { type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "hmm" },
  { type: "THINKING_TEXT_MESSAGE_END" },
  { type: "THINKING_END" },
];

function lastUserText(input) {
  const content = input.messages.findLast((message) => message.role === "user")?.content ?? "";
  return typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");
}

function events(path, input) {
  const run = { threadId: input.threadId, runId: input.runId };
  const name = lastUserText(input);
  const script = scripts[name] ?? (() => text("m1", `I know no '${name}'`));
  const all = [{ type: "RUN_STARTED", ...run }, ...script(path, input)];
  if (name !== "error" && name !== "cut") {
    const more =
      path === "/v1" ? { outcome: { type: "success" }, usage: [{ inputTokens: 12, outputTokens: 7 }] } : {};
    all.push({ type: "RUN_FINISHED", ...run, ...more });
  }
  return all;
}

async function answer(request, response) {
  const generation = generations[request.url];
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString("utf8"));
  const input = generation.Input.safeParse(body);
  if (!input.success) {
    const issues = input.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    response.writeHead(422, { "Content-Type": "application/json" }).end(JSON.stringify({ issues }));
    return;
  }
  const encoder = new generation.Encoder({ accept: request.headers.accept });
  response.writeHead(200, { "Content-Type": encoder.getContentType() });
  for (const event of events(request.url, input.data)) {
    response.write(encoder.encode(generation.Event.parse(event)));
  }
  response.end();
}

const server = createServer((request, response) => {
  answer(request, response).catch((problem) => {
    console.error(problem);
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => announce(server.address().port));
