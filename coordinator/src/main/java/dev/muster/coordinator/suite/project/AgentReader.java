package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.agent.mapping.MappingRules;
import dev.muster.common.agent.mcp.McpMessages;
import dev.muster.common.config.AgentBehavior;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentConfig.Limits;
import dev.muster.common.config.AgentConfig.Prompt;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.CommandConfig;
import dev.muster.common.config.CommandConfig.Mode;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.config.Protocol;
import dev.muster.common.json.Json;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Nodes;
import dev.muster.coordinator.suite.source.Words;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads one agent of {@code agents}. */
final class AgentReader {

    private static final Map<String, Mode> MODES = Words.of(Mode.values(), Mode::wire);
    private static final Map<String, Protocol> PROTOCOLS = Words.of(Protocol.values(), Protocol::wire);
    private static final Map<String, String> MCP_VERSIONS = Words.of(McpMessages.versions().toArray(String[]::new));
    private static final Map<String, String> APIS = Words.of("chat", "responses");
    private static final Map<String, String> INPUTS = Words.of("messages", "document");
    private static final long LONGEST_INSTRUCTIONS = 1 << 20;

    private final Path root;
    private final Map<String, ConnectorConfig> connectors;
    private final EndpointReader endpoints;
    private final Faults faults;

    /** @param connectors the connectors that an agent may use */
    AgentReader(Path root, Map<String, ConnectorConfig> connectors, EndpointReader endpoints, Faults faults) {
        this.root = root;
        this.connectors = connectors;
        this.endpoints = endpoints;
        this.faults = faults;
    }

    /** Reads an agent, even one with faults, so that references to it are not faults as well. */
    AgentConfig read(String id, Node node) {
        var fields = Fields.of(Presets.join(node, faults), "agent '" + id + "'", faults);
        if (fields == null) {
            return AgentConfig.at(AgentEndpoint.at(Protocol.AG_UI, null));
        }
        endpoints.reading("agent " + id);
        var protocol = protocol(id, fields);
        var url = protocol == Protocol.COMMAND || protocol == Protocol.SCRIPT ? null
                : endpoints.url(fields, "url", protocol == Protocol.HTTP);
        var own = protocol == null ? null : custom(protocol, fields, url);
        var connector = own == null ? connector(id, protocol, fields) : null;
        var tools = tools(fields);
        var limits = fields.part("limits", AgentReader::limits, Limits.NONE);
        var helper = fields.flag("helper", false);
        var announce = fields.flag("protocol_version", true);
        var agent = new AgentConfig(
                new AgentEndpoint(protocol == null ? Protocol.AG_UI : protocol, url,
                        endpoints.headers(fields, own != null),
                        connector,
                        endpoints.plain(fields, "model"), assistant(fields), announce, own,
                        protocol == Protocol.OPENAI ? responses(fields) : null,
                        protocol == Protocol.MCP ? version(fields) : null),
                new Prompt(instructions(fields), fields.text("description"), tools), helper, limits,
                new AgentBehavior(ConversingReader.awaiting(fields), readsDocument(protocol, fields),
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
        return name == null || name.isBlank() ? null : fields.choice("protocol", PROTOCOLS,
                word -> "unknown protocol '" + word + "'" + Nearest.hint(word, PROTOCOLS.keySet(),
                        "; write " + Protocol.written()));
    }

    private static AgentEndpoint.@Nullable Responses responses(Fields fields) {
        boolean responses = "responses".equals(fields.choice("api", APIS, "'api' is chat or responses"));
        var store = fields.flag("store");
        var api = fields.text("api");
        if (store != null && (api == null || api.equals("chat"))) {
            fields.fault("store", "only 'api: responses' has 'store'");
        }
        return responses ? new AgentEndpoint.Responses(store != null && store) : null;
    }

    private static @Nullable String version(Fields fields) {
        return fields.choice("version", MCP_VERSIONS,
                _ -> "'version' is one of MCP's that Muster speaks: " + String.join(", ", MCP_VERSIONS.keySet()));
    }

    private @Nullable String connector(String id, @Nullable Protocol protocol, Fields fields) {
        var name = endpoints.plain(fields, "connector");
        var connector = name == null ? null : connectors.get(name);
        if (name != null && connector == null) {
            fields.fault("connector", Nearest.unknown("connector", name, connectors.keySet()));
        } else if (connector != null && connector.pricing() == null
                && (protocol == Protocol.A2A || protocol == Protocol.MCP)) {
            fields.fault("connector", ConnectorUse.unused(id, protocol, String.valueOf(name)));
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
    private static boolean readsDocument(@Nullable Protocol protocol, Fields fields) {
        var input = fields.choice("helper_input", INPUTS, "'helper_input' is messages or document");
        if ("messages".equals(input) && protocol != null && protocol != Protocol.YAO) {
            fields.fault("helper_input", "only a yao agent can be sent the conversation as messages; leave"
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
        boolean isMistyped = fields.names().stream().filter(name -> !fields.isRead(name))
                .anyMatch(name -> !Nearest.hint(name, List.of("url", "command", "use", "connector")).isEmpty());
        if (lacking != null && !isMistyped) {
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

    private static Limits limits(Fields limits) {
        return new Limits(limits.whole("concurrency", 1, Integer.MAX_VALUE, 0),
                limits.whole("requests_per_minute", 1, Integer.MAX_VALUE, 0));
    }

    private @Nullable String instructions(Fields fields) {
        var spelling = fields.oneOf("instructions", "instructions_file");
        var text = fields.text(spelling);
        return text != null && spelling.equals("instructions_file") ? fromFile(text, fields) : text;
    }

    private @Nullable String fromFile(String name, Fields fields) {
        String trouble;
        try {
            var file = root.resolve(name).toRealPath();
            if (file.startsWith(root.toRealPath()) && Files.isRegularFile(file)
                    && Files.size(file) <= LONGEST_INSTRUCTIONS) {
                return Files.readString(file);
            }
            trouble = "must be a file of at most 1 MiB inside the project root";
        } catch (CharacterCodingException e) {
            trouble = "is not UTF-8 text";
        } catch (IOException | InvalidPathException e) {
            trouble = "cannot be read; it is looked for beside this file";
        }
        fields.fault("instructions_file", "'" + name + "' " + trouble);
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
        return Objects.requireNonNullElse(fields.choice("mode", MODES,
                "'mode' is turn (a process for each turn) or session (one for a conversation)"), Mode.TURN);
    }

    private CommandConfig command(Fields fields, Mode mode) {
        var words = Nodes.program("command", "[python3, agent.py]", fields);
        if (!words.isEmpty() && words.getFirst().isBlank()) {
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
