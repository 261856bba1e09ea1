// Graphs of LangGraph without a real model: what is said decides what they do.
import { AIMessage, AIMessageChunk, ToolMessage } from "@langchain/core/messages";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import { tool } from "@langchain/core/tools";
import { Annotation, END, MessagesAnnotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { createAgent, humanInTheLoopMiddleware } from "langchain";
import { z } from "zod";

const pieces = (text) => text.split(/(?<= )/).map((content) => ({ content }));
const usage = { content: "", usage_metadata: { input_tokens: 3, output_tokens: 5, total_tokens: 8 } };
const call = (name, args, index = 0) => [
  { content: "", tool_call_chunks: [{ name, args: "", id: `${name}-${index}`, index, type: "tool_call_chunk" }] },
  { content: "", tool_call_chunks: [{ args: args.slice(0, 5), index, type: "tool_call_chunk" }] },
  { content: "", tool_call_chunks: [{ args: args.slice(5), index, type: "tool_call_chunk" }] }];

/** Answers in pieces. */
class Model extends BaseChatModel {
  _llmType() { return "scripted"; }
  bindTools() { return this; }
  async _generate() { throw new Error("it only streams"); }

  async *_streamResponseChunks(messages, options, run) {
    for (const chunk of [...this.chunks(messages), usage]) {
      const generation = new ChatGenerationChunk({ text: typeof chunk.content === "string" ? chunk.content : "", message: new AIMessageChunk(chunk) });
      yield generation;
      await run?.handleLLMNewToken(generation.text, undefined, undefined, undefined, undefined, { chunk: generation });
    }
  }

  chunks(messages) {
    const last = messages.at(-1);
    const words = typeof last.content === "string" ? last.content : last.content.map((part) => part.text ?? part.type).join(" ");
    if (last.type === "tool") return pieces(`The tool says ${words}`);
    if (words.includes("delete two")) return [...call("delete_file", '{"path":"a"}'), ...call("delete_file", '{"path":"b"}', 1)];
    if (words.includes("delete")) return call("delete_file", '{"path":"a"}');
    if (words.includes("weather")) return [...pieces("Let me look "), ...call("get_weather", '{"city":"Paris"}')];
    if (words.includes("think")) return [{ content: [{ type: "reasoning", reasoning: "hmm" }] }, { content: [{ type: "text", text: "I know" }] }];
    if (words.includes("see")) return pieces(last.content.map((part) => part.image_url ? `${part.image_url.url.slice(0, 15)} ${part.image_url.url.length}` : part.text).join(" "));
    if (words.includes("json")) return pieces('{"sum": 3}');
    if (words.includes("count")) return pieces(`There are ${messages.length} messages`);
    return pieces(`You said ${words}`);
  }
}
const model = new Model({});
const said = ({ messages }) => { const { content } = messages.findLast((message) => message.type === "human"); return typeof content === "string" ? content : JSON.stringify(content); };

async function speak(state, config) {
  const words = said(state);
  if (words.includes("boom")) throw new Error("kaboom");
  if (words.includes("hang")) await new Promise((resolve) => setTimeout(resolve, 60_000));
  if (words.includes("custom")) config.writer?.({ progress: 50 });
  if (words.includes("whole")) return { messages: [new AIMessage("It did not stream")] };
  if (words.includes("silent")) return {};
  if (words.includes("ask")) return {};
  return { messages: [await model.invoke(state.messages, config)] };
}
const weather = tool(async ({ city }) => JSON.stringify({ sky: "sunny", city }), { name: "get_weather", description: "?", schema: z.object({ city: z.string() }) });
async function act({ messages }) {
  const results = [];
  for (const { id, name, args } of messages.at(-1).tool_calls) {
    results.push(name === "get_weather" ? new ToolMessage({ tool_call_id: id, name, content: await weather.invoke(args) })
      : new ToolMessage({ tool_call_id: id, name, content: "no such tool", status: "error" }));
  }
  return { messages: results };
}
const asks = (name) => async (state) => {
  const words = said(state);
  if (!words.includes("ask") || (name === "second" && !words.includes("ask both"))) return {};
  const answer = interrupt({ question: `${name}?` });
  return { messages: [new AIMessage(`${name}=${JSON.stringify(answer)}`)] };
};
const next = ({ messages }) => messages.at(-1).tool_calls?.length ? "act" : ["first", "second"];
const graph = () => new StateGraph(MessagesAnnotation).addNode("speak", speak).addNode("act", act).addNode("first", asks("first")).addNode("second", asks("second"))
  .addEdge(START, "speak").addConditionalEdges("speak", next, ["act", "first", "second"]).addEdge("act", "speak").addEdge("first", END).addEdge("second", END);

export const agent = graph().compile();
export const stops = graph().compile({ interruptBefore: ["act"] });
export const approval = createAgent({ model, tools: [tool(async ({ path }) => `deleted ${path}`, { name: "delete_file", description: "?", schema: z.object({ path: z.string() }) })],
  middleware: [humanInTheLoopMiddleware({ interruptOn: { delete_file: { allowedDecisions: ["approve", "reject"] } } })] });

const Asked = Annotation.Root({ question: Annotation(), answer: Annotation(), sources: Annotation() });
export const state = new StateGraph(Asked).addNode("look", ({ question }) => ({ answer: `You asked ${question}`, sources: 2 })).addEdge(START, "look").addEdge("look", END).compile();
export const team = new StateGraph(MessagesAnnotation).addNode("expert", graph().compile()).addEdge(START, "expert").addEdge("expert", END).compile();
