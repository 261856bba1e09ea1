package dev.muster.worker.setup;

import module java.base;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.model.CaseHelpers;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Reference;
import dev.muster.common.process.Command;
import dev.muster.common.process.CommandEnvironment;
import dev.muster.common.process.Commands;
import dev.muster.common.script.ExecutableScripts;
import dev.muster.common.script.ProjectScripts;
import dev.muster.common.script.ScriptDocuments;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.ScriptFolder;
import dev.muster.common.script.ScriptPlaces;
import dev.muster.common.script.Scripts;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.common.template.EnvironmentNames;
import dev.muster.common.template.Variables;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Runs what a case brings; refuses a case that needs more than this worker may do. */
public final class CaseSetups {

    private final Environment environment;
    private final @Nullable Workspaces workplaces;
    private final @Nullable Commands commands;
    private final ScriptHost host;

    /**
     * @param workplaces the source of hooks and scripts; null on a worker that can't have them
     * @param commands null on a worker that runs no programs of suites
     */
    public CaseSetups(Environment environment, @Nullable Workspaces workplaces, @Nullable Commands commands,
            ScriptHost host) {
        this.environment = environment;
        this.workplaces = workplaces;
        this.commands = commands;
        this.host = host;
    }

    /**
     * Fetches the files that the case needs, runs its hooks, calls its {@code before}. Costs nothing for a case without
     * these. It has limits of its own: the case's time begins after it.
     *
     * @throws SetupFailed when the conversation must not begin
     */
    public PreparedCase prepare(CaseOrder order) throws SetupFailed, InterruptedException {
        var testCase = order.testCase();
        var variables = Variables.of(testCase, environment::value);
        var agents = agents(order);
        if (!needsFiles(testCase) && agents.isEmpty()) {
            return new PreparedCase(testCase, variables, CaseSetups::noScripts, new Programs(null, Map.of(), null),
                    secrets(testCase), null);
        }
        boolean programs = agents.stream().anyMatch(agent -> agent.command() != null);
        if (commands == null && (programs || !testCase.setup().hooks().isEmpty())) {
            throw SetupFailed
                    .refused("case " + testCase.identity().id() + (programs ? "'s agent is a program" : " has hooks")
                            + ", and this worker runs no commands: start it with --" + Hello.ALLOW_COMMANDS);
        }
        if (workplaces == null) {
            throw SetupFailed.refused("case " + testCase.identity().id()
                    + " has scripts, and this worker can't fetch them: start it with --" + Hello.FILES + " URL");
        }
        return prepare(testCase, variables, workplaces.of(order.settings().files()));
    }

    private PreparedCase prepare(TestCase testCase, Variables variables, Workspace workplace)
            throws SetupFailed, InterruptedException {
        var surroundings = new CommandEnvironment(environment.commands());
        var here = commands == null ? null : commands.showing(workplace.root());
        var setup = testCase.setup();
        var printed = here == null ? Map.<String, JsonNode>of()
                : new Hooks(here, surroundings).run(setup.hooks(), workplace.root());
        var programs = here == null ? null
                : new ExecutableScripts(workplace.root(), surroundings.variables(), here, Command.SMALL_OUTPUT);
        var scripts = new ProjectScripts(ScriptPlaces.of(workplace.root(), workplace.scripts(),
                testCase.identity().source().file()), host, Command.SMALL_OUTPUT, programs);
        return new PreparedCase(testCase, variables.with(printed), scripts, new Programs(workplace.root(),
                surroundings.variables(), commands == null ? null : commands.sandbox()),
                secrets(testCase), before(testCase, scripts));
    }

    private static @Nullable JsonNode before(TestCase testCase, Scripts scripts)
            throws SetupFailed, InterruptedException {
        var before = testCase.setup().before();
        try {
            return before == null ? null
                    : scripts.call(ScriptFolder.bare(before), ScriptDocuments.before(testCase), Scripts.inTime());
        } catch (ScriptFailed e) {
            throw SetupFailed.hook("before: " + e.getMessage());
        }
    }

    /** Returns the agents of a case that are programs or functions. */
    private static List<CustomAgent> agents(CaseOrder order) {
        return Stream.concat(Stream.of(order.target()), order.parties().helpers().values().stream())
                .map(target -> target.agent().endpoint().custom())
                .filter(custom -> custom != null && custom.http() == null).toList();
    }

    /** Whether the case has hooks, {@code before}, {@code after} or a script. */
    private static boolean needsFiles(TestCase testCase) {
        var setup = testCase.setup();
        return testCase.conversation() instanceof Conversation.ScriptTest || !setup.hooks().isEmpty()
                || setup.before() != null || setup.after() != null
                || CaseHelpers.by(testCase).stream().anyMatch(use -> use.use().kind() == Reference.Kind.SCRIPT);
    }

    private List<String> secrets(TestCase testCase) {
        return EnvironmentNames.in(testCase).stream().map(environment::value).flatMap(Optional::stream).toList();
    }

    private static JsonNode noScripts(String name, JsonNode document, Deadline by) throws ScriptFailed {
        throw new ScriptFailed("scripts:" + name + " was not announced with the case");
    }
}
