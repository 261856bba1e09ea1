package dev.muster.worker.setup;

import module java.base;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.program.FunctionAgent;
import dev.muster.common.command.Command;
import dev.muster.common.command.CommandEnd;
import dev.muster.common.command.CommandEnvironment;
import dev.muster.common.command.Commands;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.json.Json;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.model.CaseHelpers;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Reference;
import dev.muster.common.result.CaseResult;
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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Runs what a case brings; refuses a case that needs more than this worker may do.
 *
 * @param workplaces the source of hooks and scripts; null on a worker that can't have them
 * @param commands null on a worker that runs no programs of suites
 */
public record CaseSetups(Environment environment, @Nullable Workspaces workplaces, @Nullable Commands commands,
        ScriptHost host) {

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

    private PreparedCase prepare(TestCase testCase, Variables variables, Workspaces.Workspace workplace)
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
                || CaseHelpers.by(testCase).stream().anyMatch(asked -> asked.use().kind() == Reference.Kind.SCRIPT);
    }

    private List<String> secrets(TestCase testCase) {
        return EnvironmentNames.in(testCase).stream().map(environment::value).flatMap(Optional::stream).toList();
    }

    private static JsonNode noScripts(String name, JsonNode document, Deadline by) throws ScriptFailed {
        throw new ScriptFailed("scripts:" + name + " was not announced with the case");
    }

    /**
     * A case whose hooks have run.
     *
     * @param variables values of the names in its texts before the first turn
     * @param scripts the functions that its assertions and its simulator may name
     * @param programs what agents that are programs get
     * @param secrets environment values that its texts may contain: they must not appear in results
     * @param data what {@code before} returned; null when there was none
     */
    public record PreparedCase(TestCase testCase, Variables variables, Scripts scripts, Programs programs,
            List<String> secrets, @Nullable JsonNode data) {

        /** Returns the program or the function that an agent is. */
        public DocumentAgent agent(CustomAgent custom) {
            return custom.command() != null ? programs.agent(custom.command())
                    : new FunctionAgent(scripts, Objects.requireNonNull(custom.function()));
        }

        /** Calls the case's {@code after}, if there is one; returns a warning for the result when that failed. */
        public Optional<String> after(CaseResult result) throws InterruptedException {
            var after = testCase.setup().after();
            if (after == null) {
                return Optional.empty();
            }
            try {
                scripts.call(ScriptFolder.bare(after),
                        ScriptDocuments.after(testCase, Json.MAPPER.valueToTree(result), data), Scripts.inTime());
                return Optional.empty();
            } catch (ScriptFailed e) {
                return Optional.of("after: " + e.getMessage());
            }
        }
    }

    /** Runs hooks one after the other; each one's output becomes variables, and environment of the later ones. */
    record Hooks(Commands commands, CommandEnvironment environment) {

        /** Runs all hooks in a folder; later hooks override the output of earlier ones. Stops at the first that fails. */
        Map<String, JsonNode> run(List<Hook> hooks, Path folder) throws SetupFailed, InterruptedException {
            var variables = new LinkedHashMap<String, JsonNode>();
            for (var hook : hooks) {
                variables.putAll(run(hook, folder, variables));
            }
            return variables;
        }

        private Map<String, JsonNode> run(Hook hook, Path folder, Map<String, JsonNode> variables)
                throws SetupFailed, InterruptedException {
            var command = new Command(hook.command(), folder, environment.with(texts(variables)), "", hook.timeout(),
                    Command.SMALL_OUTPUT);
            return switch (commands.run(command)) {
                case CommandEnd.Printed(var output) -> read(command, output);
                case CommandEnd.Broken(var reason) -> throw SetupFailed.hook(command.shown() + " " + reason);
            };
        }

        private static Map<String, JsonNode> read(Command command, String output) throws SetupFailed {
            try {
                var printed = Json.MAPPER.readTree(output);
                if (printed.isObject()) {
                    return printed.properties().stream()
                            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
                }
            } catch (JacksonException e) {
                throw noObject(command, output);
            }
            throw noObject(command, output);
        }

        private static SetupFailed noObject(Command command, String output) {
            var line = output.strip().lines().findFirst().orElse("");
            var shown = line.length() <= 120 ? line : line.substring(0, 119) + "…";
            return SetupFailed.hook(command.shown() + " must print one JSON object, and printed "
                    + (shown.isEmpty() ? "nothing" : "'" + shown + "'"));
        }

        private static Map<String, String> texts(Map<String, JsonNode> variables) {
            return variables.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, each -> Variables.text(each.getValue())));
        }
    }
}
