// A server of the Responses API that keeps its responses, as aimock does not: a request has only what is new.
import { createServer } from "node:http";
import { announce } from "./announce.mjs";

const kept = new Map();
let numbers = 0;

const message = (text) => ({ type: "message", id: `msg_${numbers}`, role: "assistant", status: "completed", content: [{ type: "output_text", text, annotations: [] }] });
const words = (items) => items.flatMap(({ content }) => typeof content === "string" ? [content] : (content ?? []).map(({ text }) => text ?? "")).join(" ");

/** Returns the items of an answer to what is new; before are the items of the responses before. */
function answer(input, before) {
  const approval = input.find(({ type }) => type === "mcp_approval_response");
  if (approval) {
    const asked = before.find(({ type, id }) => type === "mcp_approval_request" && id === approval.approval_request_id);
    return asked && [approval.approve ? { type: "mcp_call", id: "mcp_1", name: asked.name, server_label: asked.server_label, arguments: asked.arguments, output: '{"deleted":4711}' }
      : { type: "reasoning", id: "rs_1", summary: [] }, message(approval.approve ? "Deleted." : `Not deleted: ${approval.reason}`)];
  }
  const output = input.find(({ type }) => type === "function_call_output");
  if (output) return before.some(({ call_id }) => call_id === output.call_id) && [message(`The tool said ${output.output}`)];
  const said = words(input).trim();
  switch (said) {
    case "delete": return [{ type: "mcp_approval_request", id: `mcpr_${++numbers}`, name: "delete_order", server_label: "shop", arguments: '{"order":4711}' }];
    case "weather": return [{ type: "function_call", id: "fc_1", call_id: "call_1", name: "get_weather", arguments: '{"city":"Oslo"}', status: "completed" }];
    case "recap": return [message([...before.filter(({ role }) => role === "user").map((item) => words([item])), `${input.length} new`].join(", "))];
    case "see": return [message(`I see ${input.flatMap(({ content }) => content).map(({ image_url }) => image_url ?? "").join("")}`)];
    case "refuse": return [{ ...message(""), content: [{ type: "refusal", refusal: "I must not" }] }];
    default: return [message(`You said ${said}`)];
  }
}

createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()));
  const input = typeof body.input === "string" ? [{ role: "user", content: body.input }] : body.input;
  const fail = (status, message) => response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ error: { message, type: "invalid_request_error", code: null } }));
  if (!body.store) return fail(400, "this server keeps responses: send store");
  const before = body.previous_response_id ? kept.get(body.previous_response_id) : [];
  if (words(input) === "forget") kept.clear();
  const output = before && answer(input, before);
  if (!output) return fail(404, `no response ${body.previous_response_id}, or nothing in it waits for this`);
  const id = `resp_${++numbers}`;
  kept.set(id, [...before, ...input, ...output]);
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  const send = (type, more) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: numbers, ...more })}\n\n`);
  send("response.created", { response: { id, status: "in_progress", output: [] } });
  output.forEach((item, output_index) => {
    send("response.output_item.added", { output_index, item: item.type === "message" ? { ...item, content: [] } : item });
    for (const { text } of item.type === "message" ? item.content : [])
      for (const delta of text?.match(/.{1,4}/gs) ?? []) send("response.output_text.delta", { output_index, item_id: item.id, delta });
    send("response.output_item.done", { output_index, item });
  });
  if (words(input) === "cut") return setTimeout(() => response.destroy(), 100);
  send("response.completed", { response: { id, status: "completed", output, usage: { input_tokens: 10 * input.length, output_tokens: 5, total_tokens: 10 * input.length + 5 } } });
  response.end();
}).listen(0, "127.0.0.1", function () { announce(this.address().port); });
