// aimock as the model endpoint (/v1, key "interop") and as an AG-UI agent (/agui), with what the tests expect of them.

import { AGUIMock, LLMock, buildAGUIErrorResponse, buildAGUIStateUpdate, buildAGUICompositeResponse,
  buildAGUITextResponse, buildAGUIToolCallResponse, buildAGUITextChunkResponse } from "@copilotkit/aimock";
import { announce } from "./announce.mjs";

const agents = new AGUIMock()
  .onMessage("hello", "Hello from aimock")
  .onRun("chunk", buildAGUITextChunkResponse("All in one chunk"))
  .onRun("expense", buildAGUICompositeResponse([
    buildAGUIToolCallResponse("create_expense", '{"type":"travel","amount":84.5}', { result: '{"status":"draft"}' }),
    buildAGUIStateUpdate({ expense: { status: "draft" } }),
    buildAGUITextResponse("Drafted."),
  ]))
  .onReasoning("think", "hmm")
  .onRun("fail", buildAGUIErrorResponse("aimock was told to fail", "TOLD"));

const models = new LLMock({ port: 0, host: "127.0.0.1", chunkSize: 5, auth: { apiKeys: ["interop"] } })
  .onMessage("hello", { content: "Hello from aimock, grüße 🎉" })
  .onMessage("json", { content: '{"order": 1042, "items": ["a", "b"]}' })
  .onMessage("weather", { toolCalls: [{ name: "get_weather", arguments: '{"city":"Oslo"}' }] })
  .onMessage("think", { content: "42", reasoning: "what is six times seven" })
  .onMessage("busy", { error: { message: "come back later", type: "rate_limit_error" }, status: 429 })
  .onMessage("break", { error: { message: "the model is out", type: "server_error" }, status: 500 })
  .mount("/agui", agents);

await models.start();
announce(models.port);
