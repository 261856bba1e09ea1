// Providers become agents and connectors.
import { ofAnthropic, settings } from "./settings.js";
import { Value, container, free, isKey, literal, lose, path, render } from "./values.js";

const PROVIDER = ["id", "label", "config", "prompts", "transform"];
const HTTP = ["url", "method", "headers", "body", "queryParams", "transformResponse", "responseParser"];
const MCP = ["enabled", "server", "servers", "timeout"];
const MCP_SERVER = ["name", "command", "args", "path", "url", "headers", "auth", "env", "cwd"];
const A2A = ["url", "agentCardUrl", "headers", "auth"];
const SOCKET = ["url", "messageTemplate", "headers", "transformResponse"];
const GOOGLE = "https://generativelanguage.googleapis.com/v1beta/openai";
const OPENAI = "https://api.openai.com/v1";

const words = (line) => [...line.matchAll(/"([^"]*)"|'([^']*)'|[^\s"']+/g)].map(([all, double, single]) => double ?? single ?? all);

/** Encodes a text for a query; what Muster fills in stays. */
const encoded = (text) => text.split(/(\$\{[^}]*\})/).map((part) => part.startsWith("${") ? part : encodeURIComponent(part)).join("");
// Where the import writes files of its own.
const OURS = /^(muster\.yaml|NOT-CARRIED-OVER\.md|tests\/promptfoo\.\w+|\.muster\/.*|scripts\/(checks\.js|promptfoo\.js|echo\.js|python_checks\.py|f\d+(_of_file)?\.\w+)|adapters\/(exec\.mjs|provider\.(mjs|py)))$/;

export class Agents {
  constructor(run, chat) {
    Object.assign(this, { run, chat, agents: {}, connectors: {}, names: new Map(), usedNames: new Set(), tools: [], objects: 0, priced: 0 });
    const written = run.config.get("providers") ?? run.config.get("targets");
    for (const item of written?.items ?? []) {
      run.carry(item, () => {
        const files = /^file:\/\/.*\.(ya?ml|json)$/.test(item.text ?? "") ? run.value(item).items : [item];
        files.forEach((each) => run.carry(each, () => this.add(provider(each))));
      });
    }
    if (this.targets.length) return;
    run.note(written ?? run.config, "no provider was carried over: describe your agent in muster.yaml (docs/targets.md)");
    this.agents["my-agent"] = { protocol: "http", url: "http://127.0.0.1:8000/chat", body: { message: "${input}" }, response: { text: "$.reply" } };
  }

  get targets() { return Object.keys(this.agents).filter((name) => !this.agents[name].helper); }
  get isPriced() { return this.priced > 0 && this.priced === this.targets.length; }

  add(spec) {
    const { id, written } = spec;
    this.run.unread(written, PROVIDER, "a provider");
    for (const key of ["prompts", "transform"]) if (written.get(key)) this.run.note(written.get(key), `'${key}' of a provider is not carried over`);
    const plain = (written.get("label")?.text ?? id).replace(/[^\p{L}\d.]+/gu, "-").slice(0, 60).replace(/^-+|-+$/g, "") || "agent";
    const name = free(plain, (taken) => Object.hasOwn(this.agents, taken));
    return this.agents[name] = this.agent({ ...spec, name });
  }

  agent(provider) {
    const { id, config } = provider;
    const kind = id.startsWith("{{env.") ? "http" : id.split(":")[0];
    if (["http", "https"].includes(kind)) return this.http(provider);
    if (["ws", "wss", "websocket"].includes(kind)) return this.socket(provider);
    if (kind === "anthropic") return this.anthropic(provider);
    if (kind === "a2a") return this.a2a(provider);
    if (kind === "mcp") return this.mcp(provider);
    if (id.startsWith("openai:responses:")) return this.responses(provider);
    if (kind === "exec") return this.program(provider, words(id.slice(5)));
    if (id.startsWith("file://") || ["python", "javascript"].includes(kind)) return this.code(provider, id.replace(/^(file:\/\/|python:|javascript:)/, ""));
    if (id === "echo") {
      this.run.texts["scripts/echo.js"] = "export default (turn) => turn.input;\n";
      return { protocol: "script", use: "scripts:echo" };
    }
    return this.model(provider);
  }

  http({ id, config }) {
    this.run.unread(config, HTTP, "an http provider");
    const url = this.rendered(/:\/\/|^\{\{/.test(id) ? id : config?.get("url")?.text ?? lose(`'${id}' needs config.url`));
    const query = config?.get("queryParams")?.members.map(([name, value]) => `${encoded(name)}=${encoded(this.filled(name, value))}`).join("&");
    const body = config?.get("body");
    return { protocol: "http", url: query ? url + (url.includes("?") ? "&" : "?") + query : url,
      method: config?.get("method")?.text.toUpperCase() ?? (body ? "POST" : "GET"), ...this.headers(config),
      ...(body && { body: this.sent(body.json(), body) }), response: this.answer(config, "json", "data") };
  }

  socket({ id, config }) {
    this.run.unread(config, SOCKET, "a websocket");
    const response = this.answer(config, "data");
    return { protocol: "http", url: this.rendered(id.includes("://") ? id : config?.get("url")?.text ?? lose(`'${id}' needs config.url`)),
      ...this.headers(config), body: this.sent(config?.get("messageTemplate")?.json() ?? lose(`'${id}' needs config.messageTemplate`), config?.get("messageTemplate")),
      response: { ...response, done: response.text ?? "$" } };
  }

  /** Messages without settings are an anthropic agent; with some, which go into the body, an http agent. */
  anthropic({ id, config, at }) {
    const model = /^anthropic:messages:(.+)$/.exec(id)?.[1] ?? lose(`'${id}' is not carried over: only anthropic:messages:MODEL is`);
    const url = config?.get("apiBaseUrl") ? this.rendered(config.get("apiBaseUrl").text) : "https://api.anthropic.com";
    const headers = { "x-api-key": this.key(config, "ANTHROPIC_API_KEY"), ...this.headers(config).headers };
    const body = ofAnthropic(settings(this.run, "anthropic", model, config).body);
    if (config?.get("beta")) headers["anthropic-beta"] = config.get("beta").items.map(({ text }) => text).join(",");
    if (!Object.keys(body).length) return { protocol: "anthropic", url, model, headers };
    if (this.chat) this.run.note(at, `with settings, '${id}' becomes protocol: http, which sends system messages as they stand: move them into 'system' of the body`);
    const calls = this.called(config, body, body.thinking);
    return { protocol: "http", url: `${url.replace(/\/v1\/?$/, "")}/v1/messages`, headers: { "anthropic-version": "2023-06-01", ...headers },
      body: { model, max_tokens: 1024, messages: "${messages}", ...this.sent(body, config) }, response: { text: "$.content[?(@.type=='text')].text", error: "$.error.message", ...(calls && { state: "$.content" }),
        usage: { input: "$.usage.input_tokens", output: "$.usage.output_tokens" },
        tool_calls: { each: "$.content[?(@.type=='tool_use')]", id: "$.id", name: "$.name", arguments: "$.input" } } };
  }

  responses(provider) {
    const { url, model, headers } = this.endpoint(provider, "responses");
    const { body: { instructions, store, ...others } } = settings(this.run, "responses", model, provider.config);
    for (const key of Object.keys(others)) this.run.note(provider.config.get("passthrough"), `'${key}' of a Responses provider is not carried over`);
    if (provider.config?.get("tools")) this.callbacks ??= "the replies of a Responses provider with 'tools'";
    return { protocol: "openai", api: "responses", url, model, headers, ...(store && { store }), ...(instructions && { instructions }) };
  }

  /** What a test says there is JSON with 'tool' and 'args'. */
  mcp({ id, config }) {
    this.run.unread(config, MCP, "an mcp provider");
    const servers = config?.get("servers")?.items ?? [config?.get("server")].filter(Boolean);
    if (servers.length !== 1) lose(`'${id}' is not carried over: an agent with protocol: mcp is one server, and it has ${servers.length}`);
    const [server] = servers;
    this.run.unread(server, MCP_SERVER, "an mcp server");
    this.calls = true;
    const text = (name) => server.get(name) && this.rendered(server.get(name).text);
    const auth = server.get("auth");
    const bearer = auth?.get("type")?.text === "bearer" && auth.get("token")?.text;
    if (auth && !bearer) this.run.note(auth, "'auth' of an mcp server is carried over only with type 'bearer'");
    const headers = { ...this.headers(server).headers, ...(bearer && { Authorization: `Bearer ${this.secret(auth.get("token"), "MCP_TOKEN")}` }) };
    if (server.get("url")) return { protocol: "mcp", url: text("url"), ...(Object.keys(headers).length > 0 && { headers }) };
    const path = text("path");
    const command = path ? [/\.py$/.test(path) ? "python3" : "node", path] : [text("command") ?? lose(`'${id}' needs 'command', 'path' or 'url' of its server`)];
    const variables = (server.get("env")?.members ?? []).filter(([name, value]) => value.text === `{{env.${name}}}` || this.run.note(value, `set the variable ${name} in the environment: 'env' of an mcp server has names only`) || true);
    return { protocol: "mcp", command: [...command, ...(server.get("args")?.items ?? []).map((word) => literal(word.text))],
      ...(server.get("cwd") && { cwd: text("cwd") }), ...(variables.length && { env: variables.map(([name]) => name).sort() }) };
  }

  /** Returns the reference to a secret, which is never written. */
  secret(given, usual) {
    if (given?.text.includes("{{")) return this.rendered(given.text);
    if (given) this.run.note(given, `a key is not carried over as it stands; set ${usual} in the environment`);
    return `\${ENV.${usual}}`;
  }

  key(config, usual) { return this.secret(config?.get("apiKey"), config?.get("apiKeyEnvar")?.text ?? usual); }

  /** Whether replies may be calls; then their message is the agent's state, and scripts judge what promptfoo does. */
  called(config, body, others) {
    if (config?.get("functionToolCallbacks")) this.callbacks ??= "what 'functionToolCallbacks' return";
    if (!body.tools && !body.functions && !others) return false;
    this.calling ??= config.get("tools") ?? config.get("functions") ?? config;
    return true;
  }

  /** promptfoo calls REST there, Muster the JSON-RPC of the card. */
  a2a({ id, config, at }) {
    this.run.unread(config, A2A, "an a2a provider");
    const url = config?.get("agentCardUrl")?.text ?? (id.slice(4) || config?.get("url")?.text) ?? lose("'a2a' needs config.url");
    const auth = config?.get("auth");
    const bearer = auth?.get("type")?.text === "bearer" && auth.get("token")?.text;
    if (auth && !bearer) this.run.note(auth, "'auth' of an a2a provider is carried over only with type 'bearer'");
    this.run.note(at, `'${id}' becomes protocol: a2a, which reads the agent's card and calls its JSON-RPC interface, not REST`);
    const headers = { ...this.headers(config).headers, ...(bearer && { Authorization: `Bearer ${this.secret(auth.get("token"), "A2A_TOKEN")}` }) };
    return { protocol: "a2a", url: this.rendered(url), ...(Object.keys(headers).length > 0 && { headers }) };
  }

  headers(config) {
    const headers = config?.get("headers")?.members.map(([name, value]) => [name, this.filled(name, value)]);
    return headers ? { headers: Object.fromEntries(headers) } : {};
  }

  answer(config, ...roots) {
    const code = (config?.get("transformResponse") ?? config?.get("responseParser"))?.text;
    if (code === undefined) {
      this.objects++;
      return { text: "$" };
    }
    const found = path(code, ...roots) ?? (/JSON\.parse/.test(code) ? path(code, "text") : undefined);
    if (found) return { text: found };
    return path(code, "text") === "$" ? { stream: "text" }
      : lose("this provider is not carried over: of 'transformResponse' only a path is, such as json.reply.text (docs/targets.md)");
  }

  program(provider, command) {
    const variables = command.filter((word) => /\w\.\w+$/.test(word) && this.run.has(word)).flatMap((word) => this.copied(word, provider.written));
    return this.command(["node", "adapters/exec.mjs"], { command }, provider, variables);
  }

  code(provider, written) {
    const [, file, name] = /^(.*?\.\w+)(?::(\w+))?$/.exec(written) ?? lose(`'${written}' is no file`);
    if (!/\.(py|js|mjs|cjs)$/.test(file)) lose(`a provider in '${file}' is not carried over: only .py, .js, .mjs and .cjs are`);
    const call = file.endsWith(".py") ? ["python3", "adapters/provider.py"] : ["node", "adapters/provider.mjs"];
    return this.command(call, { file, function: name ?? "call_api" }, provider, this.copied(file, provider.written));
  }

  command(call, given, { id, config }, variables) {
    this.run.texts[call[1]] = this.run.resources[call[1].slice(9)];
    this.usedNames.add("*");
    const all = { chat: this.chat, options: { id, config: this.withoutKeys(config?.json() ?? {}, config) }, ...given };
    return { protocol: "command", command: [...call, literal(JSON.stringify(all))], ...(variables.length && { env: [...new Set(variables)].sort() }) };
  }

  /** Copies a program; returns the variables of the environment that it names. */
  copied(file, at) {
    if (/^\/|(^|\/)\.\.(\/|$)/.test(file)) lose(`'${file}' must be below the configuration's folder`);
    const { text } = this.run.file(file);
    const plain = file.split("/").filter((part) => part && part !== ".").join("/");
    if (OURS.test(plain)) lose(`'${file}' has the name of a file that the import writes; rename it`);
    this.run.copies[plain] = plain;
    if (/^\s*from \.|require\(['"]\.|from ['"]\./m.test(text)) this.run.note(at, `'${file}' was copied, but not the files that it imports`);
    const named = [...text.matchAll(/(?:process\.env\.|process\.env\[|environ\[|environ\.get\(|getenv\()["']?(\w+)["'\])]*\s*(\|\||\?\?|or\b|,)?/g)].filter(([, name]) => !name.startsWith("MUSTER_"));
    const needed = named.filter(([all]) => !/(\|\||\?\?|\bor)$|\(["']\w+["']\s*,$/.test(all)).map(([, name]) => name);
    for (const [, name] of named) if (!needed.includes(name)) this.run.note(at, `the variable ${name} has a default in '${file}': write it into 'env' of the agent if you set it`);
    return needed;
  }

  /** Returns address, model and key of an OpenAI-compatible endpoint. */
  endpoint({ id, config }, ...ways) {
    const [kind, ...rest] = id.split(":");
    const way = rest.length > 1 ? rest.shift() : "chat";
    const setting = (name) => config?.get(name) && this.rendered(config.get(name).text);
    const key = (usual) => this.key(config, usual);
    const given = (name) => kind === "openai" && this.run.config.get("env", name) && this.run.env(name);
    const host = setting("apiHost") ?? (config?.get("apiBaseUrl") ? undefined : given("OPENAI_API_HOST"));
    const base = host ? `https://${host}/v1` : setting("apiBaseUrl") || given("OPENAI_API_BASE_URL") || given("OPENAI_BASE_URL") || undefined;
    if (!["chat", "embedding", "embeddings", ...ways].includes(way) || !rest[0]) lose(`'${id}' is not carried over; see docs/targets.md`);
    const model = rest.join(":");
    if (kind === "openai") return { url: base ?? OPENAI, model, headers: { Authorization: `Bearer ${key("OPENAI_API_KEY")}`,
      ...(config?.get("organization") && { "OpenAI-Organization": setting("organization") }), ...this.headers(config).headers } };
    if (kind === "google") return { url: base ?? GOOGLE, model, headers: { Authorization: `Bearer ${key("GOOGLE_API_KEY")}` } };
    if (kind !== "azure" && kind !== "azureopenai") lose(`'${id}' is not carried over: if it is OpenAI-compatible, write an agent with protocol: openai`);
    const azure = setting("apiHost") ?? setting("apiBaseUrl") ?? "${ENV.AZURE_API_HOST}";
    return { url: (azure.includes("://") || azure.startsWith("$") ? azure : `https://${azure}`) + "/openai/v1", model, headers: { "api-key": key("AZURE_API_KEY") } };
  }

  /** A model without settings is an openai agent; one with settings gets them in the body of an http agent. */
  model(provider) {
    const { url, model, headers } = this.endpoint(provider);
    const { written, config, name, id } = provider;
    const kind = id.split(":")[0];
    const { body, isPlain } = settings(this.run, kind, model, config);
    this.tools.push(config?.get("tools") ? body.tools : undefined);
    if (body.response_format?.type === "json_schema" || kind.startsWith("azure") && body.response_format?.type === "json_object") this.objects++;
    const calls = this.called(config, body);
    const price = (key) => Number(((config?.get(key) ?? config?.get("cost"))?.text * 1e6).toPrecision(12));
    const pricing = { input_per_million: price("inputCost"), output_per_million: price("outputCost") };
    const isPriced = !Object.values(pricing).some(Number.isNaN);
    if (isPriced && !isPlain) this.run.note(written, "'cost' beside other settings of a model is not carried over");
    if (!Object.keys(body).length) {
      if (!isPriced) return { protocol: "openai", url, model, headers };
      this.priced++;
      this.connectors[name] = this.run.part(provider.at.place, () => ({ url, model, headers, pricing }));
      return { protocol: "openai", connector: name };
    }
    const reply = "$.choices[0].message";
    return { protocol: "http", url: `${url}/chat/completions`, headers, body: { model, messages: "${messages}", ...this.sent(body, config) },
      response: { text: `${reply}.content`, usage: { input: "$.usage.prompt_tokens", output: "$.usage.completion_tokens" }, ...(calls && { state: kind.startsWith("azure") ? "$.choices[0]" : reply }),
        tool_calls: body.functions ? { each: `${reply}..[?(@.arguments)]`, name: "$.name", arguments: "$.arguments" }
          : { each: `${reply}.tool_calls[*]`, id: "$.id", name: "$.function.name", arguments: "$.function.arguments" } } };
  }

  /** Returns a template of Muster's: what the test says, or a variable of the environment. */
  rendered(text) {
    return render(text.replaceAll(/\|\s*dump/g, ""), (name) => {
      if (name.startsWith("env.")) return this.run.env(name.slice(4));
      if (name === "prompt") return this.chat ? "${messages}" : "${input}";
      this.usedNames.add(name.split(".")[0]);
      return `\${metadata.${name}}`;
    });
  }

  isPlainKey(name, text) { return typeof text === "string" && text && !text.includes("{{") && isKey(name); }

  /** Returns a template of what a header or a query has; a key is a variable, behind the scheme that it has. */
  filled(name, value) {
    const [, scheme, rest] = /^((?:Bearer|Basic|Token)\s+)?(.*)$/s.exec(value.text);
    return this.isPlainKey(name, rest) ? (scheme ?? "") + this.run.key(value, name) : this.rendered(value.text);
  }

  /** Returns the settings of a program, which has to look for its keys itself. */
  withoutKeys(settings, at) {
    if (Array.isArray(settings)) return settings.map((each) => this.withoutKeys(each, at));
    if (!settings || typeof settings !== "object") return settings;
    return Object.fromEntries(Object.entries(settings).filter(([name, value]) => !this.isPlainKey(name, value)
      || this.run.note(at, `'${name}' in the 'config' of a program is not carried over: let it read a variable of the environment`))
      .map(([name, value]) => [name, this.withoutKeys(value, at)]));
  }

  /** Returns a body; a text that is JSON becomes that JSON, so that what is inserted stays one value. */
  sent(body, at) {
    if (typeof body === "string") {
      const json = container(body) ?? container(body.replace(/\{\{-?([^{}|]*)\|\s*dump\b[^{}]*\}\}/g, '"{{$1}}"'));
      if (!json && /\|\s*dump\b/.test(body)) lose("a body with 'dump' that is no JSON is not carried over; write it as an object");
      return json ? this.sent(json, at) : this.rendered(body);
    }
    if (Array.isArray(body)) return body.map((item) => this.sent(item, at));
    return body && typeof body === "object" ? Object.fromEntries(Object.entries(body).map(([key, value]) => [key, this.isPlainKey(key, value) ? this.run.key(at, key) : this.sent(value, at)])) : body;
  }

  /** Returns the connector of a model that grades or embeds. */
  connector(written, usual, name, at) {
    const spec = written ? provider(written) : { id: usual, at };
    const key = name + spec.id + JSON.stringify(spec.config?.json());
    if (!this.names.has(key)) {
      if (spec.id.startsWith("anthropic:")) lose(`the judge '${spec.id}' is not carried over: write an agent with protocol: anthropic and name it as 'judge'`);
      if (["mcp", "a2a"].includes(spec.id.split(":")[0])) lose(`the judge '${spec.id}' is not carried over: write an agent and name it as 'judge'`);
      const own = free(name, (taken) => Object.hasOwn(this.connectors, taken));
      this.connectors[own] = this.run.part(spec.at.place, () => this.endpoint(spec));
      if (!written && this.connectors[own].url === OPENAI && !JSON.stringify(this.agents).includes(OPENAI)) {
        this.run.note(at, `the connector '${own}' calls ${OPENAI} with ${usual.split(":").at(-1)}, as promptfoo does where no provider is named; no agent of this configuration is there: change it in muster.yaml if nothing may leave your network`);
      }
      this.names.set(key, own);
    }
    return this.names.get(key);
  }

  judge(written, at) { return this.connector(written?.get("text") ?? written, "openai:chat:gpt-5", "judge", at); }

  embeddings(written, at) {
    const own = written?.get("embedding") ?? (written && provider(written).id.includes("embedding") ? written : undefined);
    return this.connector(own, "openai:embedding:text-embedding-3-large", "embeddings", at);
  }

  /** Returns the agent that plays promptfoo's simulated user. */
  simulatedUser(at) {
    this.agents["simulated-user"] ??= { protocol: "openai", helper: true, connector: this.judge(undefined, at), instructions: "You play the user of an assistant,"
      + " and never the assistant. What you want: {{goal}} Write only your next message. When you have what you want, or can't get it, answer with this JSON"
      + ' instead: {"input": "", "goal_achieved": true}' };
    return "agents:simulated-user";
  }

  /** Returns the variables that the agents ask for. */
  metadata(vars) {
    const used = Object.entries(vars).filter(([name]) => this.usedNames.has("*") || this.usedNames.has(name));
    return used.length ? { metadata: Object.fromEntries(used) } : {};
  }

  get project() {
    const { agents, connectors, targets } = this;
    return { agents, ...(Object.keys(connectors).length && { connectors }), defaults: { agent: targets.length === 1 ? targets[0] : targets } };
  }
}

/** Returns id, the object beside it and its config; a provider is a name, an object with an id, or {name: object}. */
function provider(written) {
  const [name, value] = written.isObject && !written.get("id") ? written.members[0] ?? lose("a provider needs an id") : [(written.get("id") ?? written).text, written];
  return { id: name, at: written, written: value, config: value.get("config") };
}
