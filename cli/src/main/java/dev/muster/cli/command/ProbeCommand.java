package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.fleet.AgentCalls;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.EnvFile;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.LocalAgents;
import dev.muster.cli.session.Probe;
import dev.muster.cli.session.ShownDocuments;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.Recording;
import dev.muster.common.agent.http.Recording.Exchanged;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.EnvReferences.UndefinedVariable;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.message.Target;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.target.ResolvedTarget;
import dev.muster.common.target.Secrets;
import dev.muster.common.template.Variables;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.suite.source.Nearest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster probe}: calls an agent once and shows what was sent, what came, and what was read from it. */
@Command(name = "probe", mixinStandardHelpOptions = true, sortOptions = false, description = "Call an agent once; "
        + "show what was sent, what came back, and what Muster reads from it.")
public final class ProbeCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "AGENT", arity = "0..1", description = "An agent of muster.yaml (default: "
            + "its only one, which then may also be left out before a MESSAGE of several words).")
    private @Nullable String agent;

    @Parameters(index = "1", paramLabel = "MESSAGE", arity = "0..1", description = "Message to send (default: Hello).")
    private @Nullable String message;

    @Option(names = "--timeout", paramLabel = "DURATION", description = "Time limit (default: 1m).")
    private Duration timeout = Duration.ofMinutes(1);

    @Option(names = {"-c",
        "--connector"}, paramLabel = "CONNECTOR", description = "Call it with this connector.")
    private @Nullable String connector;

    @Option(names = "--config", paramLabel = "FILE", description = "Project configuration (default: muster.yaml in "
            + "this folder or a parent).")
    private @Nullable Path config;

    @Option(names = "--env-file", paramLabel = "FILE", description = "File of NAME=value lines to add to the "
            + "environment.")
    private @Nullable Path envFile;

    @Mixin
    private TrustOptions trust = new TrustOptions();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput, InterruptedException {
        BadInput.throwIf(timeout.isZero(), "--timeout takes more than 0");
        var project = here.project(config);
        var target = target(project);
        var environment = EnvFile.environment(here.environment(), envFile).with(trust.hosts());
        var recording = new Recording();
        try (var calls = AgentCalls.recorded(trust.hosts(), recording); var scripts = here.scripts()) {
            var resolved = ResolvedTarget.of(target, environment, Variables.NONE);
            var secrets = new ArrayList<>(resolved.secrets());
            var exchanges = new ArrayList<Exchanged>();
            var custom = target.agent().endpoint().custom();
            var endpoint = custom == null || custom.http() != null ? resolved.endpoint()
                    : resolved.endpoint().through(new ShownDocuments(
                            new LocalAgents(() -> project, environment, trust.commands(here), scripts).apply(custom),
                            exchanges));
            var outcome = ask(calls, target, endpoint, secrets);
            exchanges.addAll(recording.exchanges());
            new Probe(exchanges, outcome, custom == null ? null : custom.http(), new Secrets(secrets),
                    here.style(ConsoleStyle.Detail.NORMAL).width()).lines().forEach(here.out()::println);
            return outcome instanceof AgentReply ? Exit.OK : Exit.FAILED;
        } catch (UndefinedVariable e) {
            throw new BadInput(e.getMessage() + "; set it, or name a file of NAME=value lines with --env-file");
        }
    }

    private AgentOutcome ask(AgentCalls calls, Target target, Endpoint endpoint, List<String> secrets)
            throws InterruptedException {
        var protocol = calls.protocols().of(target.agent().endpoint().protocol());
        var request = new AgentRequest(endpoint, UUID.randomUUID().toString(), UUID.randomUUID().toString(),
                List.of(Message.user(message == null ? "Hello" : message)), Options.NONE, StreamBounds.DEFAULT);
        try {
            return protocol.call(request, Deadline.in(timeout, Ticker.system()), event -> {
                if (event instanceof AgentEvent.Learned(var secret)) {
                    secrets.add(secret);
                }
            });
        } finally {
            protocol.hangUp(endpoint, request.conversationId());
        }
    }

    private Target target(ProjectConfig project) throws BadInput {
        var agents = project.targets().agents();
        if (agent == null && agents.size() != 1) {
            throw new BadInput("name the agent: muster probe AGENT MESSAGE"
                    + (agents.isEmpty() ? "; there is none in muster.yaml yet: muster init --url URL writes one"
                            : " (known: " + String.join(", ", agents.keySet()) + ")"));
        }
        var id = agent == null ? agents.keySet().iterator().next() : agent;
        if (agents.size() == 1 && !agents.containsKey(id) && message == null && id.strip().indexOf(' ') > 0) {
            message = id; // an id of an agent has no space
            id = agents.keySet().iterator().next();
        }
        AgentConfig found = agents.get(id);
        if (found == null) {
            throw new BadInput("unknown agent '" + id + "'" + Nearest.hint(id, agents.keySet()) + " (known: "
                    + String.join(", ", agents.keySet()) + "); a message comes after the agent: muster probe "
                    + agents.keySet().iterator().next() + " MESSAGE");
        }
        var named = connector == null ? found.endpoint().connector() : connector;
        return new Target(id, found, named, named == null ? null : project.targets().connectors().get(named));
    }
}
