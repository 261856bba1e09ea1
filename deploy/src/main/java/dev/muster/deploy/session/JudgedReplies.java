package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.Protocol;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.AttemptSettings;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.InboxMessage.Parties;
import dev.muster.common.message.InboxMessage.Terms;
import dev.muster.common.message.Target;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.target.Protocols;
import dev.muster.common.time.Deadline;
import dev.muster.deploy.fleet.AgentCalls;
import dev.muster.deploy.session.JudgeCheck.Judged;
import dev.muster.worker.attempt.Attempts;
import tools.jackson.databind.node.StringNode;

/** Judges labelled replies as a worker does: each is the reply of a case, whose agent says it and is not called. */
public record JudgedReplies(ProjectConfig project, Check.Rubric judge) {

    private static final String URL = "http://replies.invalid/";
    private static final String OUTPUT = "output";

    /** Says what the case wants it to say; all else goes to the protocol of that name. */
    private record Said(AgentProtocol others) implements AgentProtocol {

        @Override
        public AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
                throws InterruptedException {
            var output = request.options().metadata().get(OUTPUT);
            return output == null || !request.endpoint().url().equals(URL) ? others.call(request, deadline, events)
                    : AgentReply.of(Content.of(output.stringValue(), List.of(), List.of(), null, List.of()), "stop",
                            null,
                            new AgentReply.Timing(0, 0, 0));
        }

        @Override
        public void hangUp(Endpoint endpoint, String conversationId) {
            others.hangUp(endpoint, conversationId);
        }
    }

    /** Returns protocols with which {@link #judge} finds its replies. */
    public static Protocols protocols(Protocols all) {
        return new Protocols(name -> name == Protocol.AG_UI ? new Said(all.of(name)) : all.of(name));
    }

    /** @param parallel how many replies are judged at once */
    public JudgeCheck judge(List<LabelledReply> replies, Attempts attempts, int parallel) throws InterruptedException {
        try (var judging = Executors.newFixedThreadPool(parallel, Thread.ofVirtual().factory())) {
            var judged = new ArrayList<Judged>();
            for (var each : judging.invokeAll(replies.stream().<Callable<Judged>>map(reply -> () -> new Judged(reply,
                    attempts.run(order(reply), () -> {}).result())).toList())) {
                judged.add(each.get());
            }
            return new JudgeCheck(judged);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private CaseOrder order(LabelledReply reply) {
        var check = new Check.Rubric(judge.ask(), reply.criteria(), judge.threshold(), judge.samples());
        var testCase = new TestCase(new TestCase.Identity(reply.place(), reply.place(), null, Map.of(),
                new Source(reply.place(), 1)), "replies",
                new Options(null, Map.of(), null, null, Map.of(OUTPUT, StringNode.valueOf(reply.output()))),
                new Conversation.Standard(List.of(Message.user(reply.input()))), List.of(Assertion.of(check)),
                TestCase.Limits.NONE, Setup.NONE, null);
        var said = new Target("replies", AgentConfig.at(AgentConfig.Endpoint.at(Protocol.AG_UI, URL)), null, null);
        var settings = new AttemptSettings(
                Objects.requireNonNullElse(project.defaults().timeout(), Duration.ofMinutes(5)),
                project.retry(), new CaseFiles.InPlace(project.root().toString(), project.scripts()), Map.of());
        return new CaseOrder("judge", 1, "judge", new CaseRef("judge", 0, 0, 0), new Dispatch(1, 1), 1, testCase,
                new Parties(said, Map.of(asked().id(), asked())), settings, new Terms(false, null));
    }

    private Target asked() {
        var use = judge.ask().use();
        var config = use.kind() == Reference.Kind.CONNECTOR ? AgentConfig.of(use.id())
                : Objects.requireNonNull(project.targets().agents().get(use.id()));
        var connector = config.endpoint().connector();
        return new Target(use.kind() == Reference.Kind.CONNECTOR ? use.toString() : use.id(), config, connector,
                connector == null ? null : project.targets().connectors().get(connector));
    }
}
