package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.custom.FunctionAgent;
import dev.muster.common.command.Command;
import dev.muster.common.command.Commands;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.script.ExecutableScripts;
import dev.muster.common.script.ProjectScripts;
import dev.muster.common.script.ScriptPlaces;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.worker.setup.Programs;

/** Agents that are programs or functions of the project in this folder, called by this process. */
public record OwnAgents(Supplier<ProjectConfig> project, Map<String, String> environment, ScriptHost scripts)
        implements
            Function<CustomAgent, DocumentAgent> {

    @Override
    public DocumentAgent apply(CustomAgent custom) {
        var config = project.get();
        if (custom.command() != null) {
            return new Programs(config.root(), environment).agent(custom.command());
        }
        var programs = new ExecutableScripts(config.root(), environment, Commands.onThisMachine(),
                Command.SMALL_OUTPUT);
        var places = ScriptPlaces.of(config.root(), config.root().resolve(config.scripts()), "");
        return new FunctionAgent(new ProjectScripts(places, scripts, Command.SMALL_OUTPUT, programs),
                Objects.requireNonNull(custom.function()));
    }
}
