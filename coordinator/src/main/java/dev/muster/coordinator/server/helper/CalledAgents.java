package dev.muster.coordinator.server.helper;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.RetryingAgent;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.config.EnvReferences.UndefinedVariable;
import dev.muster.common.option.Options;
import dev.muster.common.target.Environment;
import dev.muster.common.target.HelperRequest;
import dev.muster.common.target.Protocols;
import dev.muster.common.target.ResolvedTarget;
import dev.muster.common.target.Secrets;
import dev.muster.common.template.Variables;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Durations;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.HelperQuestion;
import dev.muster.coordinator.run.HelperReply;
import org.jspecify.annotations.Nullable;

/**
 * Calls the agents from this process; their replies come back without secrets of its environment.
 *
 * @param own gives programs and functions of the project; null where they are not called
 */
public record CalledAgents(Protocols protocols, Environment environment, Ticker ticker, Pause pause,
        RandomGenerator random, @Nullable Function<CustomAgent, DocumentAgent> own) implements HelperAgents {

    @Override
    public HelperReply ask(HelperQuestion question) throws InterruptedException {
        try {
            return call(question, ResolvedTarget.of(question.agent(), environment, Variables.NONE));
        } catch (UndefinedVariable e) {
            return new HelperReply.Failed(e.getMessage() + " where " + question.agent().id()
                    + " is called from, or not offered there to suites (--env)");
        }
    }

    private HelperReply call(HelperQuestion question, ResolvedTarget target) throws InterruptedException {
        var protocol = protocols.of(question.agent().agent().endpoint().protocol());
        var custom = question.agent().agent().endpoint().custom();
        var endpoint = own == null || custom == null || custom.http() != null ? target.endpoint()
                : target.endpoint().through(own.apply(custom));
        var request = HelperRequest.of(endpoint, Options.NONE, question.document());
        var learned = new ArrayList<>(target.secrets());
        var deadline = Deadline.in(question.timeout(), ticker);
        AgentOutcome outcome;
        try {
            outcome = new RetryingAgent(protocol, question.retry(), random, pause).call(request, deadline, event -> {
                if (event instanceof AgentEvent.Learned(var secret)) {
                    learned.add(secret);
                }
            }).outcome();
        } finally {
            protocol.hangUp(endpoint, request.conversationId());
        }
        var secrets = new Secrets(learned);
        return switch (outcome) {
            case AgentReply reply ->
                new HelperReply.Text(secrets.mask(HelperRequest.withoutReasoning(reply.content().text())));
            case AgentFailure.Timeout timeout ->
                new HelperReply.Failed("no answer within " + Durations.text(question.timeout()));
            case AgentFailure failure -> new HelperReply.Failed(secrets.mask(failure.text()));
        };
    }
}
