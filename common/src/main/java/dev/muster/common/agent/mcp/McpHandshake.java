package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.http.CallFailed;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** Agrees with a server on a version of the protocol. */
final class McpHandshake {
    /** How long a program may take to answer the new version's request, before the old version's follows. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String INITIALIZE = "initialize";
    private static final int OTHER_VERSION = -32022;
    private final McpExchange exchange;
    private final McpConnection connection;

    McpHandshake(McpExchange exchange) {
        this.exchange = exchange;
        this.connection = exchange.connection;
    }

    /** Agrees on a version, unless that was done. */
    void connect(@Nullable String known) throws CallFailed, StreamBroken, InterruptedException {
        if (exchange.deadline.passed()) {
            throw new CallFailed(AgentFailure.Timeout.after(exchange.deadline));
        }
        if (connection.version != null) {
            return;
        }
        if (known == null) {
            discover();
        } else if (known.equals(McpMessages.NEW)) {
            connection.version = known;
        } else {
            initialize(known);
        }
    }

    /** Tries the request of the new version, then that of the old ones. */
    private void discover() throws CallFailed, StreamBroken, InterruptedException {
        exchange.send(McpExchange.DISCOVER, McpMessages.discover(McpExchange.DISCOVER), McpMessages.NEW);
        // over HTTP the answers could change places, and a server that speaks both would seem old
        var response = exchange.await(Set.of(McpExchange.DISCOVER),
                connection instanceof ProgramConnection ? PATIENCE : McpExchange.FOREVER);
        if (response == null) {
            begin(McpMessages.OLD.getFirst());
            response = Objects.requireNonNull(
                    exchange.await(Set.of(McpExchange.DISCOVER, INITIALIZE), McpExchange.FOREVER));
            if (response.key().equals(INITIALIZE)) {
                agree(response);
                return;
            }
        }
        var speaks = response.result().isObject() ? response.result().path("supportedVersions")
                : response.message().path("error").path("data").path("supported");
        boolean modern = response.result().isObject() ? response.result().has("supportedVersions")
                : (response.code() <= McpExchange.OTHER_HEADERS && response.code() >= OTHER_VERSION)
                        || (response.code() == McpExchange.NO_METHOD && response.key().isEmpty());
        var common = McpMessages.versions().stream()
                .filter(version -> speaks.valueStream().anyMatch(each -> each.asString("").equals(version)))
                .findFirst();
        if (modern && speaks.isArray() && common.isEmpty()) {
            throw foreign(speaks.valueStream().map(each -> each.asString("")).collect(Collectors.joining(", ")));
        }
        if (modern && common.orElse(McpMessages.NEW).equals(McpMessages.NEW)) {
            connection.version = McpMessages.NEW;
        } else {
            initialize(common.filter(McpMessages.OLD::contains).orElse(McpMessages.OLD.getFirst()));
        }
    }

    private static CallFailed foreign(String speaks) {
        return new CallFailed(AgentFailure.Agent.undeclared("agent error: the server speaks version "
                + OneLine.of(speaks) + " of MCP, and Muster speaks " + String.join(", ", McpMessages.versions())));
    }

    void initialize(String version) throws CallFailed, StreamBroken, InterruptedException {
        begin(version);
        agree(Objects.requireNonNull(exchange.await(Set.of(INITIALIZE), McpExchange.FOREVER)));
    }

    private void begin(String version) {
        connection.send(INITIALIZE, McpMessages.initialize(INITIALIZE, version), Map.of());
    }

    private void agree(McpResponse response) throws CallFailed, StreamBroken, InterruptedException {
        var version = response.checkedResult().path("protocolVersion").asString("");
        if (!McpMessages.OLD.contains(version)) {
            throw foreign(version);
        }
        connection.version = version;
        if (connection.session() != null) {
            exchange.reply.events().accept(new AgentEvent.Learned(connection.session()));
        }
        exchange.send("initialized",
                McpMessages.notification("notifications/initialized", JsonNodeFactory.instance.objectNode()), version);
        var _ = exchange.await(Set.of("initialized"), McpExchange.FOREVER);
        connection.listen(exchange.deadline);
    }
}
