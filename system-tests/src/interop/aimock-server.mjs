// aimock as the model endpoint (/v1, key "interop") and as an AG-UI agent (/agui), with what the tests expect of them.

import { AGUIMock, LLMock, buildAGUIErrorResponse, buildAGUIStateUpdate, buildAGUICompositeResponse,
  buildAGUITextResponse, buildAGUIToolCallResponse, buildAGUITextChunkResponse } from "@copilotkit/aimock";
import { announce } from "./announce.mjs";

const agents = new AGUIMock()
  .onMessage("hello", "Hello from aimock")
  .onMessage("what can you do", "I run an agent")
  .onRun("chunk", buildAGUITextChunkResponse("All in one chunk"))
  .onRun("expense", buildAGUICompositeResponse([
    buildAGUIToolCallResponse("create_expense", '{"type":"travel","amount":84.5}', { result: '{"status":"draft"}' }),
    buildAGUIStateUpdate({ expense: { status: "draft" } }),
    buildAGUITextResponse("Drafted."),
  ]))
  .onReasoning("think", "hmm")
  .onRun("fail", buildAGUIErrorResponse("aimock was told to fail", "TOLD"));

const text = ({ content }) => typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("");
const said = ({ messages }) => messages.filter(({ role }) => role === "user").map(text).filter(Boolean).join(", ");

const models = new LLMock({ port: 0, host: "127.0.0.1", chunkSize: 5, auth: { apiKeys: ["interop"] } })
  .onMessage("hello", { content: "Hello from aimock, grüße 🎉" })
  .onMessage("what can you do", { content: "I answer with fixtures" })
  .onMessage("json", { content: '{"order": 1042, "items": ["a", "b"]}' })
  .onMessage("weather", { toolCalls: [{ name: "get_weather", arguments: '{"city":"Oslo"}' }] })
  .onMessage("think", { content: "42", reasoning: "what is six times seven" })
  .onMessage("busy", { error: { message: "come back later", type: "rate_limit_error" }, status: 429 })
  .onMessage("break", { error: { message: "the model is out", type: "server_error" }, status: 500 })
  .on({ userMessage: "forecast", hasToolResult: false }, { toolCalls: [{ name: "get_weather", arguments: '{"city":"Bergen"}' }] })
  .on({ userMessage: "forecast", hasToolResult: true, toolResultContains: "rain" }, { content: "Take an umbrella" })
  .onMessage("several", { toolCalls: [{ name: "get_weather", arguments: '{"city":"Oslo"}' }, { name: "get_time", arguments: "{}" }] })
  .onMessage("costly", { content: "Expensive words", usage: { input_tokens: 1100, output_tokens: 20, prompt_tokens: 1100, completion_tokens: 20 } })
  .onMessage("cut", { content: "This answer never ends, as it is cut in the middle" }, { truncateAfterChunks: 3, latency: 20 })
  .onMessage("hang", { content: "Much too late for this" }, { latency: 5000 })
  .onMessage("recap", (request) => ({ content: said(request) }))
  .onMessage("book", { content: "For which day?" })
  .onMessage("friday", (request) => ({ content: `Booked: ${said(request)}` }))
  .onMessage("refuse", { error: { message: "no key", type: "authentication_error" }, status: 401 })
  .mount("/agui", agents);

await models.start();
announce(models.port);
