package dev.muster.common.target;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.mapping.MappingRules;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.config.Protocol;
import dev.muster.common.message.Target;
import dev.muster.common.template.Variables;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

/** A target with the worker's environment substituted; its secrets must not appear in results. */
public record ResolvedTarget(Endpoint endpoint, List<String> secrets) {

    /** Resolves a target outside of a case. */
    public static ResolvedTarget of(Target target, Environment environment, Variables variables) {
        return of(target, environment, variables, JsonNodeFactory.instance.objectNode());
    }

    /**
     * Resolves a target. Headers only go to the host that they were written for: a connector's with its URL, an agent's
     * with its own.
     *
     * @throws EnvReferences.UndefinedVariable naming a variable that this worker does not have
     */
    public static ResolvedTarget of(Target target, Environment environment, Variables variables, JsonNode facts) {
        var resolving = new Resolving(environment, variables, new ArrayList<>());
        var custom = target.agent().endpoint().custom();
        if (custom != null) {
            return custom(target, custom, resolving, facts);
        }
        var headers = new LinkedHashMap<String, String>();
        var connector = target.usedConnector();
        if (connector != null) {
            resolving.putAll(connector.headers(), headers);
        }
        if (connector == null || target.agent().endpoint().url() == null) {
            resolving.putAll(target.agent().endpoint().headers(), headers);
        }
        return new ResolvedTarget(new Endpoint(resolving.resolve(target.url()), headers, model(target),
                target.agent().prompt().instructions(), target.agent().endpoint().announceVersion(),
                target.agent().endpoint().assistant(), null,
                target.connector() == null ? null : target.connector().pricing(),
                limit(target), access(target)),
                resolving.secrets);
    }

    private static @Nullable Access access(Target target) {
        var configured = target.agent().endpoint();
        if (configured.protocol() == Protocol.MCP) {
            return new Access.Mcp(configured.version(), null);
        }
        boolean streamed = target.agent().streams();
        return configured.responses() != null ? new Access.Responses(configured.responses().store(), streamed)
                : streamed ? null : new Access.WholeCompletions();
    }

    /** Texts of a mapping stay templates: their values are put in call by call, escaped for where they stand. */
    private static ResolvedTarget custom(Target target, CustomAgent custom, Resolving resolving, JsonNode facts) {
        var configured = target.agent().endpoint();
        var access = access(target);
        if (custom.http() != null) {
            var given = new LinkedHashMap<String, JsonNode>();
            given.put("case", facts);
            MappingRules.names(custom.http(), target.url(), configured.headers()).stream()
                    .filter(name -> name.startsWith("ENV.") || !MappingRules.isKnown(name))
                    .forEach(name -> given.put(name, StringNode.valueOf(resolving.resolve("${" + name + "}"))));
            access = new Access.Http(custom.http(), given);
        } else if (custom.command() != null) {
            custom.command().env().forEach(name -> resolving.resolve("${ENV." + name + "}"));
        }
        return new ResolvedTarget(new Endpoint(target.url(), configured.headers(), configured.model(),
                target.agent().prompt().instructions(), false, configured.assistant(), null, null, limit(target),
                access),
                resolving.secrets);
    }

    private static Endpoint.Limit limit(Target target) {
        return new Endpoint.Limit(target.address(), target.agent().limits().requestsPerMinute());
    }

    /** Returns the model: a chosen connector's own; with the default connector, the agent's takes precedence. */
    private static @Nullable String model(Target target) {
        var own = target.agent().endpoint().model();
        var connectors = target.connector() == null ? null : target.connector().model();
        return connectors != null && (own == null || target.isChosen()) ? connectors : own;
    }

    /** Substitutes values and records them. */
    private record Resolving(Environment environment, Variables variables, List<String> secrets) {

        void putAll(Map<String, String> headers, Map<String, String> into) {
            headers.forEach((name, value) -> into.put(name, resolve(value)));
        }

        String resolve(String text) {
            var filled = variables.expand(text);
            if (!filled.equals(text)) {
                // a hook's value may be a token; the token of "Bearer TOKEN" is a secret by itself, too
                secrets.add(filled);
                secrets.add(filled.substring(filled.indexOf(' ') + 1));
            }
            return EnvReferences.resolve(filled, this::value);
        }

        private Optional<String> value(String name) {
            var value = environment.value(name);
            value.ifPresent(secrets::add);
            return value;
        }
    }
}
