package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Makes agents and connectors of providers. */
final class ProviderAgents {

    /** Providers whose protocol Muster does not speak yet: carry them over here, in {@link #agent}, once it does. */
    private static final Set<String> LATER = Set.of("anthropic", "mcp", "a2a");

    private static final Set<String> KEYS = Set.of("id", "label", "config", "prompts", "delay", "transform", "env");
    /** Members of {@code config} that say where a model is; any other is sent to it as it stands. */
    private static final Set<String> PLACES = Set.of("apiKey", "apiKeyEnvar", "apiHost", "apiBaseUrl", "headers",
            "organization", "apiVersion", "basePath", "cost", "inputCost", "outputCost", "maxRetries", "showThinking",
            "passthrough");
    private static final String OPENAI = "https://api.openai.com/v1";
    private static final String GRADER = "gpt-5";
    private static final String EMBEDDINGS = "text-embedding-3-large";

    private final Located config;
    private final Sources sources;
    private final GeneratedScripts scripts;
    private final Map<String, byte[]> files;
    private final Losses losses;
    private final boolean chat;
    private final Map<String, ObjectNode> agents = new LinkedHashMap<>();
    private final Map<String, ObjectNode> connectors = new LinkedHashMap<>();
    private final Map<String, String> graders = new HashMap<>();
    private final Set<String> metadata = new TreeSet<>();
    private final List<Located> tools = new ArrayList<>();
    private boolean everyVariable;
    private int objects;
    private int priced;

    /** @param chat whether prompts are lists of messages */
    ProviderAgents(Located config, Sources sources, GeneratedScripts scripts, Map<String, byte[]> files, Losses losses,
            boolean chat) {
        this.config = config;
        this.sources = sources;
        this.scripts = scripts;
        this.files = files;
        this.losses = losses;
        this.chat = chat;
    }

    /** One provider as it is written: its id and the object beside it. */
    private record Provider(String id, Located written) {

        @Nullable
        Located config(String key) {
            var config = written.get("config");
            return config == null ? null : config.get(key);
        }

        Map<String, Located> settings() {
            var config = written.get("config");
            return config == null ? Map.of() : config.members();
        }

        String name() {
            return id.substring(0, Math.max(0, id.indexOf(':')));
        }
    }

    /** Reads {@code providers}, or {@code targets}. */
    void read() {
        var written = config.get("providers") == null ? config.get("targets") : config.get("providers");
        for (var item : written == null ? List.<Located>of() : written.items()) {
            new TestExpansion(config, sources, losses, this::env).carry(item, each -> {
                var file = Sources.fileName(each.text());
                var all = file != null && (file.endsWith(".yaml") || file.endsWith(".yml") || file.endsWith(".json"))
                        ? sources.document(file).items() : List.of(each);
                for (var one : all) {
                    add(provider(one));
                }
            });
        }
        if (agents.isEmpty()) {
            losses.add(written == null ? config : written,
                    "no provider was carried over: describe your agent in muster.yaml (docs/targets.md)");
            var agent = agent("my-agent", "http").put("url", "http://127.0.0.1:8000/chat");
            agent.putObject("body").put("message", "${input}");
            agent.putObject("response").put("text", "$.reply");
        }
    }

    private Provider provider(Located written) {
        var members = written.members();
        if (written.text() != null || members.containsKey("id")) {
            return new Provider(String.valueOf(written.text() == null ? written.text("id") : written.text()), written);
        }
        var only = members.entrySet().iterator().next();
        return new Provider(only.getKey(), only.getValue());
    }

    private void add(Provider provider) throws CannotCarry {
        var written = provider.written();
        losses.unread(written, KEYS, "a provider");
        for (var key : List.of("prompts", "transform")) {
            if (written.get(key) instanceof Located there) {
                losses.add(there, "'" + key + "' of a provider is not carried over");
            }
        }
        var label = written.text("label");
        agent(name(label == null ? provider.id() : label), provider);
    }

    private String name(String written) {
        var plain = new StringBuilder();
        written.chars().limit(60).forEach(c -> plain.append(Character.isLetterOrDigit(c) || c == '.' ? (char) c : '-'));
        var name = plain.toString();
        int number = 2;
        while (agents.containsKey(name)) {
            name = plain + "-" + number++;
        }
        return name;
    }

    private ObjectNode agent(String name, String protocol) {
        var agent = Json.MAPPER.createObjectNode().put("protocol", protocol);
        agents.put(name, agent);
        return agent;
    }

    private void agent(String name, Provider provider) throws CannotCarry {
        var id = provider.id();
        if (LATER.contains(provider.name())) {
            throw new CannotCarry("'" + id + "' is not carried over: Muster does not speak its protocol yet");
        } else if (id.startsWith("http") || Set.of("https", "http").contains(id)) {
            http(name, provider, id.contains("://") ? id : url(provider));
        } else if (id.startsWith("ws:") || id.startsWith("wss:") || id.equals("websocket")) {
            socket(name, provider, id.contains("://") ? id : url(provider));
        } else if (id.startsWith("exec:")) {
            program(name, provider, words(id.substring("exec:".length())));
        } else if (id.equals("echo")) {
            scripts.put("scripts/echo.js", "export default (turn) => turn.input;\n");
            agent(name, "script").put("use", "scripts:echo");
        } else if (id.startsWith("file://") || provider.name().equals("python")
                || provider.name().equals("javascript")) {
            code(name, provider, id.startsWith("file://") ? id.substring("file://".length())
                    : id.substring(id.indexOf(':') + 1));
        } else {
            model(name, provider, model(provider));
        }
    }

    /** An OpenAI-compatible endpoint. */
    private record Model(String url, String name, String header, String key) {

        ObjectNode into(ObjectNode agent) {
            agent.put("url", url).put("model", name);
            if (!key.isEmpty()) {
                agent.putObject("headers").put(header, key);
            }
            return agent;
        }
    }

    private Model model(Provider provider) throws CannotCarry {
        var parts = new ArrayDeque<>(VarTemplate.parts(provider.id(), ':'));
        var kind = parts.removeFirst();
        var way = parts.size() > 1 ? parts.removeFirst() : "chat";
        var name = String.join(":", parts);
        if (!Set.of("chat", "responses", "embedding", "embeddings").contains(way) || name.isEmpty()) {
            throw new CannotCarry("'" + provider.id() + "' is not carried over; see docs/targets.md");
        }
        return switch (kind) {
            case "openai" -> new Model(base(provider, OPENAI), name, "Authorization",
                    "Bearer " + key(provider, "OPENAI_API_KEY"));
            case "azure", "azureopenai" -> new Model(azure(provider), name, "api-key", key(provider, "AZURE_API_KEY"));
            case "google" -> new Model(base(provider, "https://generativelanguage.googleapis.com/v1beta/openai"), name,
                    "Authorization", "Bearer " + key(provider, "GOOGLE_API_KEY"));
            default -> throw new CannotCarry("'" + provider.id()
                    + "' is not carried over: if it is OpenAI-compatible, write an agent with protocol: openai");
        };
    }

    private String base(Provider provider, String usual) throws CannotCarry {
        var written = provider.config("apiBaseUrl");
        var host = provider.config("apiHost");
        return written != null ? forAgent(written) : host != null ? "https://" + forAgent(host) + "/v1" : usual;
    }

    private String azure(Provider provider) throws CannotCarry {
        var host = provider.config("apiHost") == null ? provider.config("apiBaseUrl") : provider.config("apiHost");
        var address = host == null ? "${ENV.AZURE_OPENAI_API_HOST}" : forAgent(host);
        return (address.contains("://") ? address : "https://" + address) + "/openai/v1";
    }

    private String key(Provider provider, String usual) throws CannotCarry {
        var name = provider.config("apiKeyEnvar");
        var key = provider.config("apiKey");
        if (key != null && !String.valueOf(key.text()).contains("{{")) {
            losses.add(key, "a key is not carried over as it stands; set " + usual + " in the environment");
            return "${ENV." + usual + "}";
        }
        return key != null ? forAgent(key) : "${ENV." + (name == null ? usual : name.text()) + "}";
    }

    /** A model without settings is an openai agent; one with settings gets them in the body of an http agent. */
    private void model(String name, Provider provider, Model model) throws CannotCarry {
        var sent = Json.MAPPER.createObjectNode();
        for (var setting : provider.settings().entrySet()) {
            if (setting.getKey().equals("tools")) {
                tools.add(sources.value(setting.getValue()));
                sent.set("tools", tools.getLast().json());
            } else if (setting.getKey().equals("response_format")) {
                var format = sources.value(setting.getValue()).json();
                objects += format.path("type").asString("").startsWith("json_schema") ? 1 : 0;
                sent.set("response_format", format);
            } else if (setting.getKey().equals("passthrough")) {
                sent.setAll((ObjectNode) setting.getValue().json());
            } else if (!PLACES.contains(setting.getKey())) {
                sent.set(setting.getKey(), forAgent(setting.getValue().json()));
            }
        }
        var connector = price(name, provider);
        if (sent.isEmpty()) {
            var agent = agent(name, "openai");
            model.into(connector == null ? agent : connectors.computeIfAbsent(name, _ -> connector));
            if (connector != null) {
                agent.put("connector", name);
            }
            return;
        }
        if (connector != null) {
            losses.add(provider.written(), "'cost' beside other settings of a model is not carried over");
        }
        var agent = agent(name, "http");
        model.into(agent).remove("model");
        agent.put("url", model.url() + "/chat/completions");
        var body = agent.putObject("body").put("model", model.name()).put("messages", "${messages}");
        body.setAll(sent);
        var response = agent.putObject("response").put("text", "$.choices[0].message.content");
        response.putObject("tool_calls").put("each", "$.choices[0].message.tool_calls[*]").put("id", "$.id")
                .put("name", "$.function.name").put("arguments", "$.function.arguments");
        response.putObject("usage").put("input", "$.usage.prompt_tokens").put("output", "$.usage.completion_tokens");
    }

    private @Nullable ObjectNode price(String name, Provider provider) {
        var both = provider.config("cost");
        var in = provider.config("inputCost") == null ? both : provider.config("inputCost");
        var out = provider.config("outputCost") == null ? both : provider.config("outputCost");
        if (in == null || out == null) {
            return null;
        }
        priced++;
        var connector = Json.MAPPER.createObjectNode();
        connector.putObject("pricing").put("input_per_million", million(in)).put("output_per_million", million(out));
        return connector;
    }

    private static BigDecimal million(Located price) {
        return new BigDecimal(String.valueOf(price.text())).movePointRight(6).stripTrailingZeros();
    }

    private String url(Provider provider) throws CannotCarry {
        var url = provider.config("url");
        if (url == null) {
            throw new CannotCarry("'" + provider.id() + "' needs config.url");
        }
        return String.valueOf(url.text());
    }

    private void http(String name, Provider provider, String url) throws CannotCarry {
        losses.unread(Objects.requireNonNullElse(provider.written().get("config"), provider.written()),
                Set.of("id", "label", "config", "url", "method", "headers", "body", "queryParams", "transformResponse",
                        "responseParser"),
                "an http provider");
        var agent = Json.MAPPER.createObjectNode().put("protocol", "http");
        var query = new StringJoiner("&", url.indexOf('?') < 0 ? "?" : "&", "").setEmptyValue("");
        if (provider.config("queryParams") instanceof Located params) {
            for (var each : params.members().entrySet()) {
                query.add(each.getKey() + "=" + forAgent(each.getValue()));
            }
        }
        agent.put("url", forAgent(url) + query);
        var body = provider.config("body");
        var method = provider.config("method");
        agent.put("method", method != null ? String.valueOf(method.text()).toUpperCase(Locale.ROOT)
                : body == null ? "GET" : "POST");
        headers(provider, agent);
        if (body != null) {
            agent.set("body", forAgent(body.json()));
        }
        answer(agent, provider, Set.of("json", "data"));
        agents.put(name, agent);
    }

    private void headers(Provider provider, ObjectNode agent) throws CannotCarry {
        if (provider.config("headers") instanceof Located headers) {
            var sent = agent.putObject("headers");
            for (var each : headers.members().entrySet()) {
                sent.put(each.getKey(), forAgent(each.getValue()));
            }
        }
    }

    private void answer(ObjectNode agent, Provider provider, Set<String> roots) throws CannotCarry {
        var written = provider.config("transformResponse") == null ? provider.config("responseParser")
                : provider.config("transformResponse");
        var response = agent.putObject("response");
        if (written == null) {
            response.put("text", "$");
            objects++;
            return;
        }
        var code = String.valueOf(written.text());
        var path = AssertionTypes.path(code, roots);
        if (path == null) {
            path = AssertionTypes.path(code, Set.of("text"));
            if (!"$".equals(path) || code.contains("JSON.parse")) {
                throw new CannotCarry(
                        "this provider is not carried over: of 'transformResponse' only a path is, such as"
                                + " json.reply.text; docs/targets.md says what a mapping can do");
            }
            response.put("stream", "text");
            return;
        }
        response.put("text", path);
    }

    private void socket(String name, Provider provider, String url) throws CannotCarry {
        var message = provider.config("messageTemplate");
        if (message == null || provider.config("streamResponse") != null) {
            throw new CannotCarry(
                    "a websocket without 'messageTemplate', or with 'streamResponse', is not carried over");
        }
        var agent = Json.MAPPER.createObjectNode().put("protocol", "http").put("url", forAgent(url));
        headers(provider, agent);
        agent.set("body", forAgent(message.json()));
        answer(agent, provider, Set.of("data"));
        var response = agent.withObjectProperty("response");
        response.put("done", response.path("text").asString("$"));
        agents.put(name, agent);
    }

    private void program(String name, Provider provider, List<String> words) throws CannotCarry {
        if (words.isEmpty()) {
            throw new CannotCarry("'exec:' names no program");
        }
        var given = given(provider);
        given.set("command", Json.MAPPER.valueToTree(words));
        var variables = new TreeSet<String>();
        for (var word : words) {
            if (word.indexOf('.') > 0 && sources.has(word)) {
                variables.addAll(copied(word, provider));
            }
        }
        command(name, List.of("node", "adapters/exec.mjs", given.toString()), variables);
    }

    private void code(String name, Provider provider, String written) throws CannotCarry {
        int colon = written.lastIndexOf(':');
        var file = colon < 0 ? written : written.substring(0, colon);
        boolean python = file.endsWith(".py");
        if (!python && !List.of(".js", ".mjs", ".cjs").contains(file.substring(Math.max(0, file.lastIndexOf('.'))))) {
            throw new CannotCarry("a provider in '" + file + "' is not carried over: only .py, .js, .mjs and .cjs are");
        }
        var given = given(provider).put("file", file);
        given.put("function", colon < 0 ? "call_api" : written.substring(colon + 1));
        var variables = copied(file, provider);
        var adapter = python ? "provider.py" : "provider.mjs";
        command(name, List.of(python ? "python3" : "node", "adapters/" + adapter, given.toString()), variables);
    }

    private ObjectNode given(Provider provider) {
        var given = Json.MAPPER.createObjectNode().put("chat", chat);
        var options = given.putObject("options").put("id", provider.id());
        options.set("config", provider.written().get("config") instanceof Located there ? there.json()
                : Json.MAPPER.createObjectNode());
        return given;
    }

    private void command(String name, List<String> words, Set<String> variables) {
        everyVariable = true;
        var adapter = words.get(1);
        scripts.put(adapter, GeneratedScripts.resource(adapter.substring("adapters/".length())));
        var agent = agent(name, "command");
        agent.set("command", Json.MAPPER.valueToTree(words));
        if (!variables.isEmpty()) {
            agent.set("env", Json.MAPPER.valueToTree(variables));
        }
    }

    /** Copies a program, and returns the environment variables that it names. */
    private Set<String> copied(String file, Provider provider) throws CannotCarry {
        if (file.startsWith("/") || Path.of(file).normalize().startsWith("..")) {
            throw new CannotCarry("'" + file + "' must be below the configuration's folder");
        }
        files.put(Path.of(file).normalize().toString(), sources.bytes(file));
        var text = sources.text(file);
        if (text.lines().anyMatch(line -> line.startsWith("from .") || line.contains("require('./") || line.contains(
                "require(\"./") || line.contains("from './") || line.contains("from \"./"))) {
            losses.add(provider.written(), "'" + file + "' was copied, but not the files that it imports");
        }
        var variables = new TreeSet<String>();
        for (var mark : List.of("process.env.", "process.env[", "environ[", "environ.get(", "getenv(")) {
            for (int at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
                int from = at + mark.length();
                from += text.startsWith("\"", from) || text.startsWith("'", from) ? 1 : 0;
                int end = from;
                while (end < text.length()
                        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
                    end++;
                }
                if (end > from && !text.startsWith("MUSTER_", from)) {
                    variables.add(text.substring(from, end));
                }
            }
        }
        return variables;
    }

    private static List<String> words(String line) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        char quote = 0;
        for (char c : (line + " ").toCharArray()) {
            if (quote == 0 && c == ' ') {
                if (!word.isEmpty()) {
                    words.add(word.toString());
                }
                word.setLength(0);
            } else if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else {
                word.append(c);
            }
        }
        return words;
    }

    /** Returns what stands for a variable of the environment: its value, if the configuration sets it. */
    String env(String name) {
        var set = config.get("env") instanceof Located all ? all.text(name) : null;
        return set == null || set.contains("{{") ? "${ENV." + name + "}" : set;
    }

    private String forAgent(Located written) throws CannotCarry {
        return forAgent(String.valueOf(written.text()));
    }

    private String forAgent(String written) throws CannotCarry {
        return VarTemplate.render(written, (name, _) -> {
            if (name.startsWith("env.")) {
                return env(name.substring("env.".length()));
            }
            if (name.equals("prompt")) {
                return chat ? "${messages}" : "${input}";
            }
            metadata.add(VarTemplate.parts(name, '.').getFirst());
            return "${metadata." + name + "}";
        });
    }

    /** Renders every text; a text that is JSON becomes that JSON, so that what is inserted stays one value. */
    private JsonNode forAgent(JsonNode value) throws CannotCarry {
        switch (value) {
            case StringNode text -> {
                var json = Sources.container(text.stringValue());
                return json == null ? StringNode.valueOf(forAgent(text.stringValue().replace("| dump", "")))
                        : forAgent(json);
            }
            case ArrayNode items -> {
                var copy = Json.MAPPER.createArrayNode();
                for (var item : items) {
                    copy.add(forAgent(item));
                }
                return copy;
            }
            case ObjectNode object -> {
                var copy = Json.MAPPER.createObjectNode();
                for (var each : object.properties()) {
                    copy.set(each.getKey(), forAgent(each.getValue()));
                }
                return copy;
            }
            default -> {
                return value;
            }
        }
    }

    /** Returns the name of a connector or agent that grades. */
    String judge(@Nullable Located grader, Located at) throws CannotCarry {
        var written = grader != null && grader.isObject() && grader.get("text") != null ? grader.get("text") : grader;
        return helper(written, "openai:chat:" + GRADER, "judge", at);
    }

    String embeddings(@Nullable Located provider, Located at) throws CannotCarry {
        var written = provider != null && provider.isObject() && provider.get("embedding") != null
                ? provider.get("embedding")
                : provider != null && String.valueOf(provider(provider).id()).contains("embedding")
                        ? provider : null;
        return helper(written, "openai:embedding:" + EMBEDDINGS, "embeddings", at);
    }

    private String helper(@Nullable Located written, String usual, String name, Located at) throws CannotCarry {
        var nothing = new Located(new Node.Obj(Map.of(), at.node().at()), at.file());
        var provider = written == null ? new Provider(usual, nothing) : provider(written);
        var key = name + (written == null ? usual : provider.id() + provider.settings());
        var known = graders.get(key);
        if (known != null) {
            return known;
        }
        if (LATER.contains(provider.name())) {
            throw new CannotCarry("the judge '" + provider.id() + "' is not carried over: Muster does not speak its"
                    + " protocol yet");
        }
        var connector = graders.values().stream().anyMatch(name::equals) ? name + "-" + (graders.size() + 1) : name;
        connectors.put(connector, model(provider).into(Json.MAPPER.createObjectNode()));
        graders.put(key, connector);
        return connector;
    }

    /** Adds the agent that plays promptfoo's simulated user; returns its name. */
    String simulatedUser(Located at) throws CannotCarry {
        var name = "simulated-user";
        if (!agents.containsKey(name)) {
            var agent = agent(name, "openai").put("helper", true);
            agent.put("connector", judge(null, at)).put("instructions",
                    "You play the user of an assistant, and never the"
                            + " assistant. What you want: {{goal}} Write only your next message. When you have what you want, or"
                            + " can't get it, answer with this JSON instead: {\"input\": \"\", \"goal_achieved\": true}");
        }
        return name;
    }

    /** Returns a schema for a reply's tool calls, of the tools that the models are offered. */
    ObjectNode toolsSchema() throws CannotCarry {
        if (tools.isEmpty()) {
            throw new CannotCarry("'is-valid-openai-tools-call' needs 'tools' in the provider's config");
        }
        var schema = Json.MAPPER.createObjectNode().put("type", "array").put("minItems", 1);
        var any = schema.putObject("items").putArray("anyOf");
        for (var tool : tools.getFirst().json()) {
            var call = any.addObject().put("type", "object");
            var properties = call.putObject("properties");
            properties.putObject("name").set("const", tool.path("function").path("name"));
            properties.set("arguments",
                    tool.path("function").has("parameters") ? tool.path("function").get("parameters")
                            : Json.MAPPER.createObjectNode());
        }
        return schema;
    }

    boolean isPriced() {
        return priced > 0 && priced == targets().size();
    }

    /** Whether assertions see a JSON answer as a value, as they do after a provider that parses it. */
    boolean answersObjects() {
        return objects > 0;
    }

    List<String> targets() {
        return agents.entrySet().stream().filter(agent -> !agent.getValue().has("helper")).map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the variables of a test that its agents ask for. */
    Map<String, JsonNode> metadata(Trial trial) {
        var asked = new LinkedHashMap<>(trial.vars());
        asked.keySet().removeIf(name -> !everyVariable && !metadata.contains(name));
        return asked;
    }

    /** Returns {@code muster.yaml}. */
    ObjectNode project() {
        var project = Json.MAPPER.createObjectNode();
        agents.forEach(project.putObject("agents")::set);
        if (!connectors.isEmpty()) {
            connectors.forEach(project.putObject("connectors")::set);
        }
        var targets = targets();
        if (targets.size() == 1) {
            project.putObject("defaults").put("agent", targets.getFirst());
        } else {
            targets.forEach(project.putObject("defaults").putArray("agent")::add);
        }
        return project;
    }
}
