package dev.muster.common.target;

import module java.base;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.template.Variables;
import org.jspecify.annotations.Nullable;

/** A database with the worker's environment substituted; its secrets must not appear in results. */
public record ResolvedDatabase(DatabaseConfig database, List<String> secrets) {

    /** @throws EnvReferences.UndefinedVariable naming a variable that this worker does not have */
    public static ResolvedDatabase of(DatabaseConfig database, Environment environment, Variables variables) {
        var secrets = new ArrayList<String>();
        var resolved = new DatabaseConfig(resolve(database.url(), environment, variables, secrets),
                orNull(database.user(), environment, variables, secrets),
                orNull(database.password(), environment, variables, secrets));
        if (resolved.password() != null) {
            secrets.add(resolved.password());
        }
        return new ResolvedDatabase(resolved, secrets);
    }

    private static @Nullable String orNull(@Nullable String text, Environment environment, Variables variables,
            List<String> secrets) {
        return text == null ? null : resolve(text, environment, variables, secrets);
    }

    private static String resolve(String text, Environment environment, Variables variables, List<String> secrets) {
        return EnvReferences.resolve(variables.expand(text), name -> {
            Optional<String> value = environment.value(name);
            value.ifPresent(secrets::add);
            return value;
        });
    }
}
