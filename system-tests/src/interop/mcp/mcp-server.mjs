// A server of the Model Context Protocol on its own SDKs, in both eras: /new and /old over HTTP, `node mcp-server.mjs new`
// and `… old` over standard input and output.
import { randomUUID } from "node:crypto";
import http from "node:http";
import { McpServer as NewServer, acceptedContent, createMcpHandler, inputRequired } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer as OldServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { announce } from "./announce.mjs";

// The SDK tells of newer versions of what it uses.
console.warn = () => {};

const text = (words) => ({ content: [{ type: "text", text: words }] });
const city = { message: "which city?", requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } };
const booked = (action, name) => text(action === "accept" ? `booked ${name}` : `not booked: ${action}`);
const PAGES = [["first", "second"], ["third"]];

function common(server, object) {
  server.registerTool("greet", { description: "greets", inputSchema: object({ name: z.string() }) }, async ({ name }) => text(`Hello, ${name}`));
  server.registerTool("add", { description: "adds", inputSchema: object({ a: z.number(), b: z.number() }), outputSchema: object({ sum: z.number() }) },
    async ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }));
  server.registerTool("kinds", { description: "several kinds", inputSchema: object({}) }, async () => ({ content: [{ type: "text", text: "one" },
    { type: "image", data: "QUJD", mimeType: "image/png" }, { type: "text", text: "two" },
    { type: "resource", resource: { uri: "memo:1", mimeType: "text/plain", text: "a memo" } }] }));
  server.registerTool("fail", { description: "fails", inputSchema: object({}) }, async () => { throw new Error("kaboom"); });
  server.registerTool("hang", { description: "hangs", inputSchema: object({}) }, () => new Promise(() => {}));
  return server;
}

function makeNew() {
  const server = common(new NewServer({ name: "new", version: "1.0.0" }), z.object);
  server.registerTool("book", { description: "asks", inputSchema: z.object({}) }, async (_, context) => {
    const answers = context.mcpReq?.inputResponses;
    if (!answers?.city) {
      return inputRequired({ inputRequests: { city: inputRequired.elicit(city) }, requestState: "st1" });
    }
    return booked(answers.city.action, acceptedContent(answers, "city")?.name);
  });
  server.registerTool("slow", { description: "progress", inputSchema: z.object({}) }, async (_, context) => {
    const progressToken = context.mcpReq?._meta?.progressToken;
    if (progressToken !== undefined) {
      await context.mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: 1, total: 2, message: "half" } });
    }
    return text("done");
  });
  return server;
}

function makeOld() {
  const server = common(new OldServer({ name: "old", version: "1.0.0" }), (shape) => shape);
  server.registerTool("book", { description: "asks", inputSchema: {} }, async () => {
    const answer = await server.server.elicitInput(city);
    return booked(answer.action, answer.content?.name);
  });
  server.registerTool("slow", { description: "progress", inputSchema: {} }, async (_, extra) => {
    const progressToken = extra._meta?.progressToken;
    if (progressToken !== undefined) {
      await extra.sendNotification({ method: "notifications/progress", params: { progressToken, progress: 1, total: 2, message: "half" } });
    }
    return text("done");
  });
  return server;
}

/** A server whose list of tools has pages. */
const paged = (server, method) => {
  server.server.setRequestHandler(method, async ({ params }) => {
    const page = Number(params?.cursor ?? 0);
    return { tools: PAGES[page].map((name) => ({ name, inputSchema: { type: "object" } })), ...(page + 1 < PAGES.length ? { nextCursor: String(page + 1) } : {}) };
  });
  return server;
};

const sessions = new Map();
async function old(make, request, response) {
  const id = request.headers["mcp-session-id"];
  let transport = sessions.get(id);
  if (!transport && id) {
    response.writeHead(404, { "Content-Type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32001, message: "Session not found" }, id: null }));
    return;
  }
  if (!transport) {
    transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized: (given) => sessions.set(given, transport) });
    await make().connect(transport);
  }
  await transport.handleRequest(request, response);
}

if (process.argv[2] === "new") {
  console.error("a log line");
  serveStdio(makeNew);
} else if (process.argv[2] === "old") {
  console.error("a log line");
  await makeOld().connect(new StdioServerTransport());
} else {
  const modern = toNodeHandler(createMcpHandler(makeNew));
  const pages = toNodeHandler(createMcpHandler(() => paged(makeNew(), "tools/list")));
  const handlers = { "/new": modern, "/newpages": pages, "/old": (request, response) => old(makeOld, request, response),
    "/oldpages": (request, response) => old(() => paged(makeOld(), ListToolsRequestSchema), request, response) };
  const server = http.createServer((request, response) => handlers[request.url](request, response)).listen(0, "127.0.0.1", () => announce(server.address().port));
}
