package dev.muster.cli.session;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.Traffic;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.message.ControlMessage.Rate;
import dev.muster.common.message.ControlMessage.Rates;
import dev.muster.common.message.Target;
import dev.muster.common.option.Reference;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.target.CallableAgent;
import dev.muster.common.target.Protocols;
import dev.muster.common.target.ResolvedTarget;
import dev.muster.common.template.Variables;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.worker.call.Caller;
import dev.muster.worker.judging.HelperSession;
import dev.muster.worker.ratelimit.RateLimits;

/** Judges labeled replies as a worker judges those of cases. */
public record JudgedReplies(ProjectConfig project, Protocols protocols, LocalAgents own) {

    private static final Duration USUAL = Duration.ofMinutes(5);

    /** @param parallel how many replies are judged at once */
    public JudgeCheck judge(List<LabeledReply> replies, HelperCheck.Rubric rubric, int parallel)
            throws InterruptedException {
        var agent = agent(rubric.ask().use());
        var resolved = ResolvedTarget.of(agent, own.environment(), Variables.NONE);
        var custom = agent.agent().endpoint().custom();
        var endpoint = custom == null || custom.http() != null ? resolved.endpoint()
                : resolved.endpoint().through(own.apply(custom));
        var callable = new CallableAgent(agent.id(), endpoint, protocols.of(agent.agent().endpoint().protocol()),
                Map.of(),
                false);
        var limits = new RateLimits(Ticker.system());
        double perMinute = agent.agent().limits().requestsPerMinute();
        limits.apply(new Rates("", 0, perMinute == 0 ? List.of()
                : List.of(new Rate(agent.address(), 0, Map.of("", perMinute / 60)))), "");
        try (var judging = Executors.newFixedThreadPool(parallel, Thread.ofVirtual().factory())) {
            var judged = new ArrayList<JudgedReply>();
            for (var each : judging
                    .invokeAll(replies.stream().<Callable<JudgedReply>>map(reply -> () -> judge(reply, rubric,
                            callable, limits, new ArrayList<>(resolved.secrets()))).toList())) {
                judged.add(each.get());
            }
            return new JudgeCheck(judged);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private JudgedReply judge(LabeledReply reply, HelperCheck.Rubric rubric, CallableAgent judge, Traffic limits,
            List<String> secrets) throws InterruptedException {
        var caller = new Caller(() -> {}, project.retry(), RandomGenerator.getDefault(), Pause.system(), limits,
                secrets);
        try {
            var timeout = Objects.requireNonNullElse(project.defaults().timeout(), USUAL);
            var line = new HelperSession(Map.of(judge.id(), judge), (name, _, _) -> {
                throw new ScriptFailed(name + " is not a judge");
            }, caller, Deadline.in(timeout, Ticker.system()));
            var answer = AgentReply.of(Content.of(reply.output(), List.of(), List.of(), null, List.of()), "stop", null,
                    new AgentReply.Timing(0, 0, 0));
            var check = new HelperCheck.Rubric(rubric.ask(), reply.criteria(), rubric.threshold(), rubric.samples());
            return new JudgedReply(reply, line.judged(Assertion.of(check), answer, reply.input()), caller::masked);
        } finally {
            caller.hangUp();
        }
    }

    private Target agent(Reference use) {
        boolean bare = use.kind() == Reference.Kind.CONNECTOR;
        var config = bare ? AgentConfig.of(use.id()) : Objects.requireNonNull(project.targets().agents().get(use.id()));
        var connector = config.endpoint().connector();
        return new Target(bare ? use.toString() : use.id(), config, connector,
                connector == null ? null : project.targets().connectors().get(connector));
    }
}
