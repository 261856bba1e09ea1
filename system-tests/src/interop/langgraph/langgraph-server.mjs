// Starts LangGraph's own development server with the graphs beside it, and ends it with the test.
import { spawn } from "node:child_process";
import { openSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { announce } from "./announce.mjs";

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, "127.0.0.1", () => { const { port } = probe.address(); probe.close(() => resolve(port)); });
});
// what an earlier server kept
rmSync(".langgraph_api", { recursive: true, force: true });
const log = openSync("langgraph.log", "w");
const cli = "node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs";
const server = spawn(process.execPath, [cli, "dev", "--no-browser", "--host", "127.0.0.1", "--port", String(port)], {
  detached: true, stdio: ["ignore", log, log],
  env: { ...process.env, LANGSMITH_TRACING: "false", LANGGRAPH_CLI_NO_ANALYTICS: "1" } });
process.on("exit", () => { try { process.kill(-server.pid, "SIGKILL"); } catch { /* it has ended */ } });
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(1));
server.on("exit", (code) => process.exit(code || 1));
while (!(await fetch(`http://127.0.0.1:${port}/ok`).then((answer) => answer.ok, () => false))) await setTimeout(100);
announce(port);
