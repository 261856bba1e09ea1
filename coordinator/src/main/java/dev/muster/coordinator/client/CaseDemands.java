package dev.muster.coordinator.client;

import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.model.Asked;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.script.Found;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.ScriptFolder;
import dev.muster.common.template.EnvironmentNames;
import dev.muster.coordinator.run.CaseNeeds;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Gathers, case by case, what a suite needs where it runs. */
final class CaseDemands {

    private final ScriptFolder folder;
    private final Set<String> env = new LinkedHashSet<>();
    private final Set<String> words = new LinkedHashSet<>();
    private final Set<String> databases = new LinkedHashSet<>();
    private final Set<String> scripts = new HashSet<>();
    private boolean commands;
    private boolean tests;

    CaseDemands(ScriptFolder folder) {
        this.folder = folder;
    }

    void of(TestCase testCase) {
        databases.addAll(Asked.databasesBy(testCase));
        env.addAll(EnvironmentNames.in(testCase));
        var hooks = testCase.setup().hooks();
        hooks.forEach(hook -> words.addAll(hook.command()));
        commands |= !hooks.isEmpty();
        NamedScripts.of(testCase).forEach(this::add);
        tests |= testCase.conversation() instanceof Conversation.ScriptTest;
    }

    private void add(String script) {
        if (scripts.add(script)) {
            commands |= isProgram(script);
        }
    }

    /** Whether it may run only where commands may: what can't be found is told elsewhere. */
    private boolean isProgram(String script) {
        try {
            return folder.find(script) instanceof Found.Program;
        } catch (ScriptFailed e) {
            return true;
        }
    }

    /** Whether there are hooks or scripts. */
    boolean files() {
        return commands || tests || !scripts.isEmpty();
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
        return new CaseNeeds(env, switches(), files);
    }

    private Set<String> switches() {
        if (commands) {
            return Set.of(Hello.ALLOW_COMMANDS);
        }
        return files() ? Set.of(Hello.FILES) : Set.of();
    }
}
