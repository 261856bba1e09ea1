// An agent on Agent2Agent's own SDK: /new speaks 1.0, /old 0.3, /plain 1.0 without streams. What is said decides what it does.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import express from "express";
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { UserBuilder, agentCardHandler, jsonRpcHandler } from "@a2a-js/sdk/server/express";
import { announce } from "./announce.mjs";

// The SDK tells of what the agent throws, which it does on purpose.
console.error = () => {};

const [SUBMITTED, WORKING, COMPLETED, FAILED, CANCELED, INPUT, REJECTED, AUTH] = [1, 2, 3, 4, 5, 6, 7, 8];
const compat = { legacyCompat: { enabled: true } };
const part = ($case, value, metadata) => ({ content: { $case, value }, filename: "", mediaType: "", metadata });
const text = (value, metadata) => part("text", value, metadata);
const data = (value, metadata) => part("data", value, metadata);

class Agent {
  heard = new Map();

  async execute({ taskId, contextId, userMessage, task }, bus) {
    const words = userMessage.parts.map(({ content }) => content?.$case === "text" ? content.value : "").join(" ").trim();
    const said = this.heard.get(contextId) ?? [];
    this.heard.set(contextId, [...said, words]);
    const message = (...parts) => ({ messageId: randomUUID(), role: 2, taskId, contextId, parts, extensions: [], referenceTaskIds: [], metadata: undefined });
    const status = (state, words, metadata) => bus.publish(AgentEvent.statusUpdate({ taskId, contextId, metadata,
      status: { state, message: words && message(text(words)), timestamp: new Date().toISOString() } }));
    const artifact = (artifactId, append, ...parts) => bus.publish(AgentEvent.artifactUpdate({ taskId, contextId, append, lastChunk: append, metadata: undefined,
      artifact: { artifactId, name: "answer", description: "", parts, metadata: undefined, extensions: [] } }));
    if (words === "direct") {
      bus.publish(AgentEvent.message({ ...message(text("just a message")), taskId: "" }));
      return bus.finished();
    }
    bus.publish(AgentEvent.task(task ?? { id: taskId, contextId, status: { state: SUBMITTED, message: undefined, timestamp: new Date().toISOString() }, artifacts: [], history: [userMessage], metadata: undefined }));
    status(WORKING, "working on it");
    const done = (words, metadata) => { status(COMPLETED, words, metadata); bus.finished(); };
    const stop = (state, words) => { status(state, words); bus.finished(); };
    if (task) {
      const answer = userMessage.parts.map(({ content }) => content?.$case === "data" ? JSON.stringify(content.value) : content?.value).join();
      artifact("after", false, text(`you said ${answer}`));
      return done();
    }
    switch (words) {
      case "ask": artifact("before", false, text("so far")); return stop(INPUT, "which city?");
      case "auth": return stop(AUTH, "please log in");
      case "fail": return stop(FAILED, "it broke");
      case "reject": return stop(REJECTED, "not for me");
      case "cancel": return stop(CANCELED);
      case "throw": throw new Error("kaboom");
      case "cut": return bus.finished();
      case "hang": return new Promise(() => {});
      case "status": return done("All done");
      case "before": artifact("a1", false, text(said.join())); return done();
      case "think": artifact("a1", false, text("hmm", { adk_thought: true }), text("I know")); return done();
      case "json": artifact("a1", false, data({ sum: 3 })); return done();
      case "tools":
        artifact("a1", false, data({ id: "f1", name: "forecast", args: { city: "Bonn" } }, { adk_type: "function_call" }));
        artifact("a1", true, data({ id: "f1", name: "forecast", response: { sky: "grey" } }, { adk_type: "function_response" }));
        artifact("a2", false, text("It rains"));
        return done(undefined, { adk_usage_metadata: { promptTokenCount: 7, candidatesTokenCount: 2 } });
      case "see":
        artifact("a1", false, text(userMessage.parts.filter(({ content }) => content?.$case === "raw")
          .map(({ content, filename, mediaType }) => `${filename} ${mediaType} ${content.value.length}`).join()));
        return done();
      default: artifact("a1", false, text("Hello, ")); artifact("a1", true, text("world")); return done();
    }
  }

  async cancelTask() {}
}

const app = express();
const server = createServer(app).listen(0, "127.0.0.1", () => {
  const { port } = server.address();
  for (const [name, protocolVersion, streaming] of [["new", "1.0", true], ["old", "0.3", true], ["plain", "1.0", false], ["oldplain", "0.3", false]]) {
    const card = { name, description: "d", version: "1", capabilities: { streaming, pushNotifications: false, extensions: [] }, defaultInputModes: ["text"], defaultOutputModes: ["text"], skills: [],
      supportedInterfaces: [{ url: `http://127.0.0.1:${port}/${name}/rpc`, protocolBinding: "JSONRPC", protocolVersion, tenant: "" }], securitySchemes: {}, securityRequirements: [], signatures: [] };
    const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Agent());
    app.use(`/${name}/.well-known/agent-card.json`, agentCardHandler({ agentCardProvider: requestHandler, ...compat }));
    app.use(`/${name}/rpc`, jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, ...compat }));
  }
  announce(port);
});
