package dev.muster.worker.attempt;

import dev.muster.common.agent.Endpoint;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.message.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A target with the worker's environment put in.
 *
 * @param secrets values that must not be seen in results
 */
record ResolvedTarget(Endpoint endpoint, List<String> secrets) {

    /** @throws EnvReferences.UndefinedVariable naming a variable that this worker does not have */
    static ResolvedTarget of(Target target, Environment environment) {
        var resolving = new Resolving(environment);
        var headers = new LinkedHashMap<String, String>();
        var connector = target.connector();
        if (connector != null) {
            resolving.putAll(connector.headers(), headers);
        }
        resolving.putAll(target.agent().headers(), headers);
        var url = resolving.resolve(url(target));
        return new ResolvedTarget(new Endpoint(url, headers, model(target), target.agent().instructions(),
                target.agent().announceVersion()), resolving.secrets);
    }

    private static String url(Target target) {
        var own = target.agent().url();
        return own != null ? own : Objects.requireNonNull(target.connector(), "an agent without url").url();
    }

    private static @Nullable String model(Target target) {
        var own = target.agent().model();
        return own != null || target.connector() == null ? own : target.connector().model();
    }

    /** Puts values in and remembers them. A header's whole value is a secret when a part of it was one. */
    private static final class Resolving {

        private final Environment environment;
        private final List<String> secrets = new ArrayList<>();

        Resolving(Environment environment) {
            this.environment = environment;
        }

        void putAll(Map<String, String> headers, Map<String, String> into) {
            headers.forEach((name, value) -> into.put(name, resolve(value)));
        }

        String resolve(String text) {
            return EnvReferences.resolve(text, this::value);
        }

        private Optional<String> value(String name) {
            var value = environment.value(name);
            value.ifPresent(secrets::add);
            return value;
        }
    }
}
