package dev.muster.worker.attempt;

import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.RetryingAgent;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.check.AssertionFault;
import dev.muster.common.check.CompiledAssertions;
import dev.muster.common.config.EnvReferences.UndefinedVariable;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Runs cases of standard mode: one call with the whole history, all assertions on its reply. */
public final class StandardAttempts implements Attempts {

    private final Protocols protocols;
    private final Environment environment;
    private final InstantSource clock;
    private final Ticker ticker;
    private final Pause pause;
    private final RandomGenerator random;

    public StandardAttempts(Protocols protocols, Environment environment, InstantSource clock, Ticker ticker,
            Pause pause, RandomGenerator random) {
        this.protocols = protocols;
        this.environment = environment;
        this.clock = clock;
        this.ticker = ticker;
        this.pause = pause;
        this.random = random;
    }

    @Override
    public Attempted run(CaseOrder order, Gate gate) throws InterruptedException {
        var course = new Course(order, clock, ticker);
        var skip = order.testCase().skip();
        if (skip != null) {
            return new Attempted(course.skipped(skip), false);
        }
        try {
            var assertions = CompiledAssertions.compile(order.testCase().assertions());
            var target = ResolvedTarget.of(order.target(), environment);
            var outcome = converse(course, target.endpoint(), gate);
            return new Attempted(new Cleaning(target.secrets()).clean(judge(course, outcome, assertions)),
                    goesAgain(outcome));
        } catch (UndefinedVariable e) {
            return new Attempted(course.error(Cause.INFRASTRUCTURE,
                    "agent " + order.target().id() + " can't be called: " + e.getMessage() + " on this worker"), false);
        } catch (AssertionFault e) {
            return new Attempted(
                    course.error(Cause.INFRASTRUCTURE, "an assertion can't be run: " + e.getMessage()), false);
        }
    }

    @Override
    public CaseResult stopped(CaseOrder order, Stopped why) {
        var course = new Course(order, clock, ticker);
        return switch (why) {
            case CANCELLED -> course.cancelled();
            case WORKER_LOST -> course.error(Cause.WORKER_LOST, "the worker lost touch with the fleet");
        };
    }

    private AgentOutcome converse(Course course, Endpoint endpoint, Gate gate) throws InterruptedException {
        gate.pass();
        var order = course.order();
        var agent = new RetryingAgent(protocols.of(order.target().agent().protocol()), order.settings().retry(),
                random, pause);
        var deadline = Deadline.in(order.settings().timeout(), ticker);
        var tried = agent.call(request(course, endpoint), deadline, event -> {});
        course.waited(tried.waited());
        return tried.outcome();
    }

    /** The failure table: only an agent that could not be reached is tried again by another attempt. */
    private static boolean goesAgain(AgentOutcome outcome) {
        return outcome instanceof AgentFailure.Unreachable || outcome instanceof AgentFailure.Busy;
    }

    private static CaseResult judge(Course course, AgentOutcome outcome, CompiledAssertions assertions) {
        return switch (outcome) {
            case AgentReply reply -> course.answered(reply, assertions.evaluate(reply));
            case AgentFailure.Unreachable failure -> course.error(Cause.INFRASTRUCTURE, failure.text());
            case AgentFailure.Busy failure -> course.error(Cause.INFRASTRUCTURE, failure.text());
            case AgentFailure.Refused failure -> course.error(Cause.INFRASTRUCTURE, failure.text());
            case AgentFailure.Agent failure -> course.failed(Cause.AGENT_ERROR, failure.text());
            case AgentFailure.Truncated failure -> course.failed(Cause.AGENT_ERROR, failure.text());
            case AgentFailure.Protocol failure -> course.failed(Cause.AGENT_ERROR, failure.text());
            case AgentFailure.Timeout failure -> course.failed(Cause.AGENT_TIMEOUT, failure.text());
        };
    }

    private static AgentRequest request(Course course, Endpoint endpoint) {
        var testCase = course.order().testCase();
        return new AgentRequest(endpoint, course.traceId(), UUID.randomUUID().toString(),
                messages(testCase.conversation()), testCase.options(), StreamBounds.DEFAULT);
    }

    private static List<Message> messages(Conversation conversation) {
        return switch (conversation) {
            case Conversation.Standard(var messages) -> messages;
            case Conversation.Scripted scripted -> scripted.opening();
            case Conversation.Dynamic dynamic -> dynamic.opening();
        };
    }
}
