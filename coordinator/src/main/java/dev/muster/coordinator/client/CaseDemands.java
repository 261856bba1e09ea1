package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.model.CaseHelpers;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.HelperUse;
import dev.muster.common.script.Found;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.template.EnvironmentNames;
import dev.muster.coordinator.run.CaseNeeds;
import org.jspecify.annotations.Nullable;

/** Gathers, case by case, what a suite needs: of its workers, and of the configuration. */
final class CaseDemands {

    private final ProjectConfig config;
    private final SuiteScripts places;
    private final Set<String> targets = new LinkedHashSet<>();
    private final Set<String> helpers = new LinkedHashSet<>();
    private final Set<String> connectors = new LinkedHashSet<>();
    private final Set<String> env = new LinkedHashSet<>();
    private final Set<String> words = new LinkedHashSet<>();
    private final Set<String> databases = new LinkedHashSet<>();
    private final Set<ScriptCheck.Named> scripts = new HashSet<>();
    private final Set<String> folders = new LinkedHashSet<>();
    private boolean commands;
    private boolean tests;

    CaseDemands(ProjectConfig config, SuiteScripts places) {
        this.config = config;
        this.places = places;
    }

    void of(TestCase testCase) {
        CaseHelpers.by(testCase).forEach(this::addHelper);
        testCase.conversation().turns().forEach(turn -> addConnector(turn.options().connector()));
        databases.addAll(CaseHelpers.databasesBy(testCase));
        env.addAll(EnvironmentNames.in(testCase));
        var hooks = testCase.setup().hooks();
        hooks.forEach(hook -> words.addAll(hook.command()));
        commands |= !hooks.isEmpty();
        var named = ScriptCheck.namedBy(testCase);
        var test = testCase.conversation() instanceof Conversation.ScriptTest script ? script : null;
        if (!named.isEmpty() || test != null) {
            var where = places.of(testCase.identity().source().file());
            named.forEach(name -> add(new ScriptCheck.Named(name, where)));
            if (test != null) {
                tests = true;
                folders.add(places.fromRoot(where.having(test.file()).folder()));
            }
        }
    }

    /** Adds what a program or a function needs that is an agent. */
    void of(AgentConfig agent) {
        var custom = agent.endpoint().custom();
        if (custom != null && custom.command() != null) {
            commands = true;
            words.addAll(custom.command().words());
            if (custom.command().cwd() != null) {
                folders.add(custom.command().cwd());
            }
        } else if (custom != null && custom.function() != null) {
            add(new ScriptCheck.Named(custom.function(), places.of("")));
        }
    }

    private void add(ScriptCheck.Named script) {
        if (scripts.add(script)) {
            commands |= isProgram(script);
        }
    }

    /** Whether the script needs a worker that may run commands; missing scripts are reported elsewhere. */
    private boolean isProgram(ScriptCheck.Named script) {
        try {
            var located = script.places().find(script.name());
            folders.add(places.fromRoot(located.folder().folder()));
            return located.found() instanceof Found.Program;
        } catch (ScriptFailed e) {
            return true;
        }
    }

    /** Returns the folders of the scripts, relative to the root. */
    Set<String> folders() {
        return folders;
    }

    /** Whether there are hooks or scripts. */
    boolean files() {
        return commands || tests || !scripts.isEmpty();
    }

    /** Returns the words of the hooks' commands. */
    Set<String> words() {
        return words;
    }

    Map<String, DatabaseConfig> databases(Map<String, DatabaseConfig> configured) {
        var used = new LinkedHashMap<>(configured);
        used.keySet().retainAll(databases);
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

    void addTarget(String agent, @Nullable String connector) {
        targets.add(agent);
        addConnector(connector);
    }

    private void addHelper(HelperUse helper) {
        switch (helper.use().kind()) {
            case AGENT -> helpers.add(helper.use().id());
            case CONNECTOR -> connectors.add(helper.use().id());
            case SCRIPT -> {
                // not a configured agent
            }
        }
        addConnector(helper.options().connector());
    }

    private void addConnector(@Nullable String connector) {
        if (connector != null) {
            connectors.add(connector);
        }
    }

    Set<String> helpers() {
        return helpers;
    }

    String targetsShown() {
        return targets.isEmpty() ? "(none)" : String.join(", ", targets);
    }

    Map<String, AgentConfig> agents() {
        var used = new LinkedHashMap<String, AgentConfig>();
        Stream.concat(targets.stream(), helpers.stream()).forEach(id -> {
            var agent = config.targets().agents().get(id);
            if (agent != null) {
                used.put(id, agent.withoutTools());
            }
        });
        return used;
    }

    Map<String, ConnectorConfig> connectors() {
        var agents = agents().values();
        var used = new LinkedHashMap<>(config.targets().connectors());
        used.keySet().removeIf(name -> !connectors.contains(name)
                && agents.stream().noneMatch(agent -> name.equals(agent.endpoint().connector())));
        return used;
    }
}
