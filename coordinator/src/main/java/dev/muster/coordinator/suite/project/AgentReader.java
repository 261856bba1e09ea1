package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.agent.mapping.MappingRules;
import dev.muster.common.agent.mcp.McpMessages;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentConfig.Limits;
import dev.muster.common.config.AgentConfig.Prompt;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.CommandConfig;
import dev.muster.common.config.CommandConfig.Mode;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.config.Manners;
import dev.muster.common.config.Protocol;
import dev.muster.common.json.Json;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import dev.muster.coordinator.suite.source.YamlText;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads one agent of {@code agents}.
 *
 * @param connectors the connector names that an agent may use
 */
record AgentReader(Path root, Set<String> connectors, EndpointReader endpoints, Faults faults) {

    private static final List<String> MODES = Stream.of(Mode.values()).map(Mode::wire).toList();
    private static final List<String> PROTOCOLS = Stream.of(Protocol.values()).map(Protocol::wire).toList();
    private static final List<String> APIS = List.of("chat", "responses");
    private static final List<String> INPUTS = List.of("messages", "document");
    private static final long LONGEST_INSTRUCTIONS = 1 << 20;

    /** Reads an agent, even one with faults, so that references to it are not faults as well. */
    AgentConfig read(String id, Node node) {
        var fields = Fields.of(Presets.join(node, faults), "agent '" + id + "'", faults);
        if (fields == null) {
            return AgentConfig.at(AgentEndpoint.at(Protocol.AG_UI, null));
        }
        var protocol = protocol(id, fields);
        var url = protocol == Protocol.COMMAND || protocol == Protocol.SCRIPT ? null
                : endpoints.url(fields, "url", protocol == Protocol.HTTP);
        var own = protocol == null ? null : custom(protocol, fields, url);
        var connector = own == null ? connector(fields) : null;
        var tools = tools(fields);
        var limits = limits(fields);
        var helper = fields.flag("helper");
        var announce = fields.flag("protocol_version");
        var agent = new AgentConfig(
                new AgentEndpoint(protocol == null ? Protocol.AG_UI : protocol, url,
                        endpoints.headers(fields, own != null),
                        connector,
                        endpoints.plain(fields, "model"), assistant(fields), announce == null || announce, own,
                        protocol == Protocol.OPENAI ? responses(fields) : null,
                        protocol == Protocol.MCP ? version(fields) : null),
                new Prompt(instructions(fields), fields.text("description"), tools), helper != null && helper, limits,
                new Manners(ConversingReader.awaiting(fields), hearsDocument(protocol, fields),
                        protocol == Protocol.OPENAI ? fields.flag("stream") : null));
        if (own != null && own.http() != null && url != null) {
            warnOfUnsent(MappingRules.names(Json.MAPPER.valueToTree(List.of(own.http(), url,
                    agent.endpoint().headers()))), fields);
        }
        // the protocol decides which other keys there are
        if (protocol != null) {
            fields.done();
            checkAddress(id, agent, fields);
        }
        return agent;
    }

    /** @param sent the names in what the agent is sent */
    private void warnOfUnsent(Set<String> sent, Fields fields) {
        for (var key : List.of("instructions", "instructions_file", "model")) {
            var name = key.equals("instructions_file") ? "instructions" : key;
            if (fields.has(key) && !sent.contains(name)) {
                faults.warn(fields.at(key), "'" + key + "' does not reach the agent: nothing that it is sent has ${"
                        + name + "}");
            }
        }
    }

    private static @Nullable Protocol protocol(String id, Fields fields) {
        var name = fields.needed("protocol", "agent '" + id + "'");
        if (name == null || name.isBlank()) {
            return null;
        }
        if (!PROTOCOLS.contains(name)) {
            var hint = Nearest.hint(name, PROTOCOLS);
            fields.fault("protocol",
                    "unknown protocol '" + name + "'" + (hint.isEmpty() ? "; write " + Protocol.written() : hint));
            return null;
        }
        return Protocol.of(name);
    }

    private static AgentEndpoint.@Nullable Responses responses(Fields fields) {
        var api = fields.text("api");
        var store = fields.flag("store");
        if (api != null && !APIS.contains(api)) {
            fields.fault("api", "'api' is chat or responses" + Nearest.hint(api, APIS));
        } else if (store != null && !"responses".equals(api)) {
            fields.fault("store", "only 'api: responses' has 'store'");
        }
        return "responses".equals(api) ? new AgentEndpoint.Responses(store != null && store) : null;
    }

    private static @Nullable String version(Fields fields) {
        var version = fields.text("version");
        if (version != null && !McpMessages.versions().contains(version)) {
            fields.fault("version", "'version' is one of MCP's that Muster speaks: "
                    + String.join(", ", McpMessages.versions()));
        }
        return version;
    }

    private @Nullable String connector(Fields fields) {
        var name = endpoints.plain(fields, "connector");
        if (name != null && !connectors.contains(name)) {
            fields.fault("connector", Nearest.unknown("connector", name, connectors));
        }
        return name;
    }

    private @Nullable String assistant(Fields fields) {
        var name = endpoints.plain(fields, "assistant");
        if (name != null && name.isBlank()) {
            fields.fault("assistant",
                    "'assistant' must name one of the agents behind the url; leave it out to name none");
        }
        return name;
    }

    /** Whether a helper receives a document, which is the only choice for protocols other than Yao's. */
    private static boolean hearsDocument(@Nullable Protocol protocol, Fields fields) {
        var input = fields.text("helper_input");
        if (input != null && !INPUTS.contains(input)) {
            fields.fault("helper_input", "'helper_input' is messages or document" + Nearest.hint(input, INPUTS));
        } else if ("messages".equals(input) && protocol != null && protocol != Protocol.YAO) {
            fields.fault("helper_input", "only a yao agent can be told the conversation as messages; leave"
                    + " 'helper_input' out");
        }
        return "document".equals(input);
    }

    private static void checkAddress(String id, AgentConfig agent, Fields fields) {
        var protocol = agent.endpoint().protocol();
        var lacking = switch (protocol) {
            case AG_UI, YAO, A2A, HTTP -> fields.has("url") ? null : "speaks " + protocol.wire() + " and needs 'url'";
            case COMMAND -> fields.has("command") ? null
                    : "is a program and needs 'command', such as [python3, agent.py]";
            case SCRIPT -> fields.has("use") ? null : "is a function and needs 'use', such as scripts:bot.reply";
            case MCP -> fields.has("url") != fields.has("command") ? null
                    : "is an MCP server and needs either 'url' or 'command', such as [node, server.mjs]";
            case OPENAI, ANTHROPIC -> fields.has("url") || fields.has("connector") ? null
                    : "speaks " + protocol.wire() + " and needs 'connector' or 'url'";
        };
        if (lacking != null) {
            fields.fault("protocol", "agent '" + id + "' " + lacking);
        }
    }

    /** Reads the tools that generators see: names, or objects with a name. */
    private List<JsonNode> tools(Fields fields) {
        var tools = fields.list("tools");
        tools.forEach(this::checkTool);
        return tools.stream().map(Node::json).toList();
    }

    private void checkTool(Node node) {
        switch (node) {
            case Node.Scalar scalar when scalar.string() != null -> {
            }
            case Node.Obj object -> {
                var tool = Fields.of(object, faults);
                tool.needed("name", "a tool");
                tool.text("description");
                tool.free("parameters");
                tool.done();
            }
            case Node.Scalar _,Node.Items _ -> faults.add(node.at(),
                    "a tool must be a name or an object with 'name', not " + node.kind());
        }
    }

    private static Limits limits(Fields fields) {
        var found = fields.part("limits",
                limits -> new Limits(limit(limits, "concurrency"), limit(limits, "requests_per_minute")));
        return found == null ? Limits.NONE : found;
    }

    private static int limit(Fields limits, String name) {
        var limit = limits.whole(name, 1, Integer.MAX_VALUE);
        return limit == null ? 0 : limit;
    }

    private @Nullable String instructions(Fields fields) {
        var spelling = fields.oneOf("instructions", "instructions_file");
        var text = fields.text(spelling);
        return text != null && spelling.equals("instructions_file") ? fromFile(text, fields) : text;
    }

    private @Nullable String fromFile(String name, Fields fields) {
        try {
            var file = root.resolve(name).toRealPath();
            if (!file.startsWith(root.toRealPath()) || !Files.isRegularFile(file)
                    || Files.size(file) > LONGEST_INSTRUCTIONS) {
                return noFile(name, "must be a file of at most 1 MiB inside the project root", fields);
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            return noFile(name, "is not UTF-8 text", fields);
        } catch (IOException | InvalidPathException e) {
            return noFile(name, "cannot be read; it is looked for beside this file", fields);
        }
    }

    private static @Nullable String noFile(String name, String why, Fields fields) {
        fields.fault("instructions_file", "'" + name + "' " + why);
        return null;
    }

    /** Returns the agent that {@code target: {endpoint, headers}} defines. */
    @Nullable
    AgentConfig target(Fields fields) {
        fields.require("endpoint", "'target' needs 'endpoint'");
        var url = endpoints.url(fields, "endpoint");
        var headers = endpoints.headers(fields);
        fields.done();
        return url == null ? null
                : AgentConfig.at(new AgentEndpoint(Protocol.AG_UI, url, headers, null, null, null, true));
    }

    /** Mappings that come with Muster: members of an agent with protocol {@code http}. */
    static final class Presets {

        static final List<String> NAMES = List.of("ai-sdk", "dify", "langgraph", "n8n", "ollama", "rasa");

        private static final String PRESET = "preset";
        private static final String URL = "url";

        private Presets() {}

        /** Returns an agent with the members of the preset that it names; its own win. */
        static Node join(Node agent, Faults faults) {
            if (!(agent instanceof Node.Obj object) || !object.members().containsKey(PRESET)) {
                return agent;
            }
            var named = object.members().get(PRESET).value();
            if (!(named instanceof Node.Scalar scalar) || !NAMES.contains(scalar.text())) {
                var written = named instanceof Node.Scalar scalar ? scalar.text() : named.kind();
                faults.add(named.at(), "unknown preset '" + written + "'; write " + String.join(", ", NAMES)
                        + Nearest.hint(written, NAMES));
                return without(object, Map.of());
            }
            var of = members(scalar.text(), faults);
            return of.containsKey(URL) ? below(object, of) : without(object, of);
        }

        /** Returns an agent with a preset whose addresses are below the agent's, and whose calls get its headers. */
        private static Node.Obj below(Node.Obj agent, Map<String, Node.Member> of) {
            var own = new LinkedHashMap<>(agent.members());
            var url = own.get(URL);
            if (url == null || !(url.value() instanceof Node.Scalar(_, var text, var at))) {
                of.keySet().removeAll(List.of(URL, "session"));
                return without(agent, of);
            }
            var headers = own.containsKey("headers") ? own.get("headers").value() : new Node.Obj(Map.of(), at);
            var base = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
            var filled = (Node.Obj) filled(new Node.Obj(of, agent.at()), base, at, headers);
            own.put(URL, filled.members().get(URL));
            return without(new Node.Obj(own, agent.at()), filled.members());
        }

        private static Node filled(Node node, String base, Position at, Node headers) {
            return switch (node) {
                case Node.Obj(var members, var place) -> {
                    var filled = new LinkedHashMap<>(members);
                    filled.replaceAll((_, member) -> new Node.Member(member.at(),
                            filled(member.value(), base, at, headers)));
                    yield new Node.Obj(filled, place);
                }
                case Node.Scalar(_, var text, _) when text.equals("@headers") -> headers;
                case Node.Scalar(var type, var text, _) when text.startsWith("@url") ->
                    new Node.Scalar(type, base + text.substring("@url".length()), at);
                case Node.Scalar _,Node.Items _ -> node;
            };
        }

        private static Node.Obj without(Node.Obj agent, Map<String, Node.Member> others) {
            var joined = new LinkedHashMap<>(others);
            joined.putAll(agent.members());
            joined.remove(PRESET);
            if (agent.members().containsKey("form") && !agent.members().containsKey("body")) {
                joined.remove("body");
            }
            return new Node.Obj(joined, agent.at());
        }

        private static Map<String, Node.Member> members(String name, Faults faults) {
            try (var file = Objects.requireNonNull(Presets.class.getResourceAsStream("/presets/" + name + ".yaml"),
                    name)) {
                var text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
                return ((Node.Obj) YamlText.read(text, faults).getFirst()).members();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Returns null for a fixed protocol, and for what is missing, which is reported with the address. */
    private @Nullable CustomAgent custom(Protocol protocol, Fields fields, @Nullable String url) {
        return switch (protocol) {
            case HTTP -> CustomAgent.of(new MappingReader(endpoints).read(fields, url));
            case COMMAND -> CustomAgent.of(command(fields, mode(fields)));
            case MCP -> fields.has("command") ? CustomAgent.of(command(fields, Mode.TURN)) : null;
            case SCRIPT -> function(fields);
            case AG_UI, OPENAI, ANTHROPIC, YAO, A2A -> null;
        };
    }

    private static Mode mode(Fields fields) {
        var mode = fields.text("mode");
        if (mode != null && !MODES.contains(mode)) {
            fields.fault("mode", "'mode' is turn (a process for each turn) or session (one for a conversation)"
                    + Nearest.hint(mode, MODES));
        }
        return "session".equals(mode) ? Mode.SESSION : Mode.TURN;
    }

    private CommandConfig command(Fields fields, Mode mode) {
        var words = fields.texts("command");
        if (fields.has("command") && (words.isEmpty() || words.getFirst().isBlank())) {
            fields.fault("command", "'command' is a program and its arguments, such as [python3, agent.py]");
        }
        return new CommandConfig(words, mode, folder(fields), fields.texts("env"), fields.duration("timeout"));
    }

    private @Nullable String folder(Fields fields) {
        var cwd = fields.text("cwd");
        if (cwd != null && !isInside(cwd)) {
            fields.fault("cwd", "'" + cwd + "' must be a folder inside the project");
        }
        return cwd;
    }

    private boolean isInside(String cwd) {
        try {
            var folder = root.resolve(cwd).normalize();
            return folder.startsWith(root.normalize()) && Files.isDirectory(folder);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static @Nullable CustomAgent function(Fields fields) {
        var use = fields.text("use");
        if (use == null) {
            return null;
        }
        var reference = Reference.of(use);
        if (reference.kind() != Reference.Kind.SCRIPT) {
            fields.fault("use", "'use' names a function of the scripts, such as scripts:bot.reply");
        }
        return CustomAgent.of(reference.id());
    }
}
