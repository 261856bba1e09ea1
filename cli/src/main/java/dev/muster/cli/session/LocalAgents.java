package dev.muster.cli.session;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.DocumentReply;
import dev.muster.common.agent.program.FunctionAgent;
import dev.muster.common.config.CommandConfig;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.process.Command;
import dev.muster.common.process.Commands;
import dev.muster.common.script.ExecutableScripts;
import dev.muster.common.script.ProjectScripts;
import dev.muster.common.script.ScriptPlaces;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.common.time.Deadline;
import dev.muster.worker.setup.Programs;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Agents that are programs or functions of the project in this folder, called by this process.
 *
 * @param commands null where no programs run
 */
public record LocalAgents(Supplier<ProjectConfig> project, Environment environment, @Nullable Commands commands,
        ScriptHost scripts) implements Function<CustomAgent, DocumentAgent> {

    @Override
    public DocumentAgent apply(CustomAgent custom) {
        var config = project.get();
        if (custom.command() != null) {
            return commands == null ? new Forbidden(custom.command())
                    : new Programs(config.root(), environment.commands(), commands.sandbox())
                            .agent(custom.command());
        }
        var programs = commands == null ? null : new ExecutableScripts(config.root(), environment.commands(),
                commands.showing(config.root()), Command.SMALL_OUTPUT);
        var places = ScriptPlaces.of(config.root(), config.root().resolve(config.scripts()), "");
        return new FunctionAgent(new ProjectScripts(places, scripts, Command.SMALL_OUTPUT, programs),
                Objects.requireNonNull(custom.function()));
    }

    /** A program that may not run. */
    private record Forbidden(CommandConfig command) implements DocumentAgent {

        @Override
        public DocumentReply ask(String conversationId, ObjectNode document, boolean helper, Deadline deadline) {
            return new DocumentReply.Failed(
                    new AgentFailure.Refused(0, "agent refused: " + name() + " is a program, and programs"
                            + " are turned off by --no-commands or by 'commands: false' in your own configuration"));
        }

        @Override
        public String name() {
            return String.join(" ", command.words());
        }
    }
}
