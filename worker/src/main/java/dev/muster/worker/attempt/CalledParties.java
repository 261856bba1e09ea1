package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.json.Json;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.Target;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Shown;
import dev.muster.common.target.CallableAgent;
import dev.muster.common.target.Environment;
import dev.muster.common.target.Protocols;
import dev.muster.common.target.ResolvedDatabase;
import dev.muster.common.target.ResolvedTarget;
import dev.muster.worker.setup.PreparedCase;
import tools.jackson.databind.JsonNode;

/** Resolves the target, helpers and databases of an attempt; collects the secrets in them. */
final class CalledParties {

    private final Protocols protocols;
    private final Environment environment;
    private final CaseOrder order;
    private final PreparedCase prepared;
    private final AttemptSecrets secrets;

    CalledParties(Protocols protocols, Environment environment, CaseOrder order, PreparedCase prepared,
            AttemptSecrets secrets) {
        this.protocols = protocols;
        this.environment = environment;
        this.order = order;
        this.prepared = prepared;
        this.secrets = secrets;
    }

    CallableAgent target() {
        return party(order.target());
    }

    Map<String, CallableAgent> helpers() {
        var helpers = new HashMap<String, CallableAgent>();
        order.parties().helpers().forEach((key, target) -> {
            if (key.equals(target.id())) {
                helpers.put(key, party(target));
            }
        });
        return helpers;
    }

    Map<String, DatabaseConfig> databases() {
        var databases = new HashMap<String, DatabaseConfig>();
        order.settings().databases().forEach((name, database) -> {
            var resolved = ResolvedDatabase.of(database, environment, prepared.variables());
            secrets.add(resolved.secrets());
            databases.put(name, resolved.database());
        });
        return databases;
    }

    private CallableAgent party(Target usual) {
        var byConnector = new HashMap<String, Endpoint>();
        order.parties().helpers().forEach((key, target) -> {
            var connector = target.connectorName();
            if (connector != null && key.equals(Target.key(usual.id(), connector))) {
                byConnector.put(connector, endpoint(target));
            }
        });
        var protocol = usual.agent().endpoint().protocol();
        return new CallableAgent(usual.id(), endpoint(usual), protocols.of(protocol), byConnector,
                protocol == Protocol.YAO && !usual.agent().manners().hearsDocument(), lacks(usual));
    }

    private static Map<String, String> lacks(Target target) {
        var lacks = new HashMap<String, String>();
        Map.of("tool_calls", Shown.TOOLS, "tool_results", Shown.TOOL_RESULTS).forEach((member, what) -> {
            var lack = target.agent().lackOf(what);
            if (lack != null) {
                lacks.put(member, "agent " + target.id() + " " + lack + ", so " + what.never()
                        + "; assert on the content of its reply");
            }
        });
        return lacks;
    }

    private Endpoint endpoint(Target target) {
        var resolved = ResolvedTarget.of(target, environment, prepared.variables(), facts(order.testCase()));
        secrets.add(resolved.secrets());
        var custom = target.agent().endpoint().custom();
        return custom == null || custom.http() != null ? resolved.endpoint()
                : resolved.endpoint().through(prepared.agent(custom));
    }

    /** Returns the values of {@code ${case.…}}. */
    private static JsonNode facts(TestCase testCase) {
        var facts = Json.MAPPER.createObjectNode().put("key", testCase.identity().key())
                .put("id", testCase.identity().id()).put("name", testCase.identity().name());
        testCase.identity().labels().forEach(facts::put);
        facts.set("labels", Json.MAPPER.valueToTree(testCase.identity().labels()));
        facts.set("metadata", Json.MAPPER.valueToTree(testCase.options().metadata()));
        return facts;
    }
}
