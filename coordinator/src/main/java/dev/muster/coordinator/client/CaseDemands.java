package dev.muster.coordinator.client;

import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.model.Asked;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Reference;
import dev.muster.common.template.EnvironmentNames;
import dev.muster.coordinator.run.CaseNeeds;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Gathers, case by case, what a suite needs where it runs. */
final class CaseDemands {

    private final Set<String> env = new LinkedHashSet<>();
    private final Set<String> words = new LinkedHashSet<>();
    private final Set<String> databases = new LinkedHashSet<>();
    private boolean commands;

    void of(TestCase testCase) {
        databases.addAll(Asked.databasesBy(testCase));
        env.addAll(EnvironmentNames.in(testCase));
        var setup = testCase.setup();
        setup.hooks().forEach(hook -> words.addAll(hook.command()));
        commands |= !setup.hooks().isEmpty() || setup.before() != null || setup.after() != null
                || Asked.by(testCase).stream().anyMatch(asked -> asked.use().kind() == Reference.Kind.SCRIPT);
    }

    /** Whether there are hooks or scripts. */
    boolean commands() {
        return commands;
    }

    /** Of the hooks' commands. */
    Set<String> words() {
        return words;
    }

    /** Those of the configuration's databases that an assertion asks. */
    Map<String, DatabaseConfig> databases(Map<String, DatabaseConfig> configured) {
        var used = new LinkedHashMap<String, DatabaseConfig>();
        configured.forEach((name, database) -> {
            if (databases.contains(name)) {
                used.put(name, database);
            }
        });
        return used;
    }

    CaseNeeds needs(CaseFiles files) {
        return new CaseNeeds(env, commands ? Set.of(Hello.ALLOW_COMMANDS) : Set.of(), files);
    }
}
