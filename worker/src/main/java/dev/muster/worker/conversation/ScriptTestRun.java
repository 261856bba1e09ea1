package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation.ScriptTest;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.host.Questions;
import dev.muster.common.time.Durations;
import dev.muster.worker.conversation.Conversations.Ending;
import dev.muster.worker.conversation.ScriptTestRun.TestNotes;
import dev.muster.worker.judging.AssertionOutcome;
import dev.muster.worker.judging.HelperSession;
import dev.muster.worker.judging.TranscriptJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/** A case that is a script function: it calls agents and asserts by itself; its assertions are the result. */
record ScriptTestRun(Conversations.Cast cast, TestNotes notes) {

    Ending hold(ScriptTest test) throws InterruptedException {
        var questions = new TestQuestions(cast.helpers(), cast.testCase().identity().id(), cast.conversationId(),
                notes);
        try {
            cast.helpers().test(test, context(), questions);
            return ending(notes.ends());
        } catch (ScriptFailed e) {
            return ending(notes.ends().and(broken(e)));
        }
    }

    private ObjectNode context() {
        var context = Json.MAPPER.createObjectNode().put("test_id", cast.testCase().identity().id()).put("session_id",
                cast.conversationId());
        cast.options().options().metadata().forEach(context.putObject("metadata")::set);
        return context;
    }

    /** Reports the agent's failure when that is why the script broke. */
    private CaseEnd broken(ScriptFailed how) {
        if (notes.failure != null) {
            return CaseEnd.of(notes.failure);
        }
        return CaseEnd.of(how.isLate()
                ? Verdict.error(Cause.TIMEOUT, "timeout after " + Durations.text(cast.time().deadline().limit())
                        + " while the script ran: " + how.sentence())
                : Verdict.error(Cause.SCRIPT_ERROR, "script error: " + how.sentence()));
    }

    private Ending ending(CaseEnd end) {
        boolean silent = end.passed() && notes.messages == 0;
        var last = silent && notes.results().isEmpty()
                ? CaseEnd.failed(Cause.MISSING_INPUT, "the agent was never called, and nothing was asserted") : end;
        return new Ending(last, notes.reply, notes.results(), notes.messages, null, null, notes.sent,
                silent && last.passed() ? List.of("the test passed without calling an agent") : List.of());
    }

    /** Records what a script test did so far. */
    static final class TestNotes {

        private final List<AssertionResult> results = new ArrayList<>();
        private @Nullable String skipped;
        private @Nullable Verdict trouble;
        private @Nullable AgentFailure failure;
        private @Nullable AgentReply reply;
        private int messages;
        /** What the last call sent. */
        private List<Message> sent = List.of();

        /** A retried test starts over: the first try is forgotten. */
        void begin() {
            results.clear();
            skipped = null;
            trouble = null;
            failure = null;
            reply = null;
            messages = 0;
            sent = List.of();
        }

        boolean add(AssertionResult result) {
            results.add(result);
            return result.passed();
        }

        /** Records a judge without a verdict; the first one counts. */
        void trouble(Verdict broken, List<AssertionResult> without) {
            results.addAll(without);
            trouble = trouble == null ? broken : trouble;
        }

        void skip(String reason) {
            skipped = reason.isEmpty() ? "the test skips itself" : reason;
        }

        /** Records a call of an agent, whatever came of it. */
        void called(List<Message> with, AgentOutcome outcome) {
            messages += with.size();
            sent = with;
            switch (outcome) {
                case AgentReply said -> reply = said;
                case AgentFailure why -> failure = why;
            }
        }

        /** Folds its assertions and the judges' verdicts; skipping itself counts only if all else is well. */
        CaseEnd ends() {
            var skip = skipped == null ? CaseEnd.PASSED : CaseEnd.skipped(Cause.SKIPPED, skipped, false);
            return CaseEnd.of(new AssertionOutcome(results, trouble)).and(skip);
        }

        List<AssertionResult> results() {
            return List.copyOf(results);
        }
    }

    /** Answers a script test's requests: calls agents for it, and judges its assertions. */
    record TestQuestions(HelperSession line, String testId, String conversationId,
            TestNotes notes) implements Questions {

        private static final String AGENTS = "agents.";
        private static final String STREAM = ".Stream";

        @Override
        public Answer answer(String what, String document) throws InterruptedException {
            var asked = Json.MAPPER.readTree(document);
            return switch (what) {
                case "begin" -> {
                    notes.begin();
                    yield given(BooleanNode.TRUE);
                }
                case "assert" -> new TestAssertions(line, testId, conversationId, notes).judge(asked);
                case "skip" -> {
                    notes.skip(asked.asString());
                    yield given(BooleanNode.TRUE);
                }
                case "process" -> process(asked);
                default -> new Answer.Refused("there is no " + what + " here");
            };
        }

        static Answer given(JsonNode json) {
            return new Answer.Given(Json.MAPPER.writeValueAsString(json));
        }

        private Answer process(JsonNode asked) throws InterruptedException {
            var name = asked.path("name").asString();
            if (!name.startsWith(AGENTS) || !name.endsWith(STREAM)
                    || name.length() <= AGENTS.length() + STREAM.length()) {
                return new Answer.Refused("Process(\"" + name + "\") is not known here; there is agents.ID.Stream");
            }
            var id = name.substring(AGENTS.length(), name.length() - STREAM.length());
            var messages = messages(asked.path("messages"));
            if (messages == null || messages.isEmpty()) {
                return new Answer.Refused("Process(\"" + name + "\") needs messages: a text, or a list of "
                        + "{role, content}");
            }
            return call(id, messages, asked.path("options"));
        }

        private Answer call(String id, List<Message> messages, JsonNode options) throws InterruptedException {
            var outcome = line.converse(id, conversationId, messages, options(options));
            if (outcome.isEmpty()) {
                return new Answer.Refused(
                        "agent " + id + " is not in this run: the script must name it as a text, such as "
                                + "\"agents.ID.Stream\", and muster.yaml must describe it");
            }
            notes.called(messages, outcome.get());
            return switch (outcome.get()) {
                case AgentReply reply -> given(json(reply));
                case AgentFailure failure -> new Answer.Refused(failure.text());
            };
        }

        private static JsonNode json(AgentReply reply) {
            var said = Json.MAPPER.createObjectNode().put("content", reply.content().text()).put("finish",
                    reply.finish());
            TranscriptJson.putAll(said, reply);
            return said;
        }

        /** Takes connector and metadata, which go with the call; calls do not know the rest. */
        static Options options(JsonNode options) {
            var metadata = new HashMap<String, JsonNode>();
            options.path("metadata").properties().forEach(each -> metadata.put(each.getKey(), each.getValue()));
            return new Options(options.path("connector").asStringOpt().orElse(null), Map.of(), null,
                    options.path("mode").asStringOpt().orElse(null), metadata);
        }

        private static @Nullable List<Message> messages(JsonNode messages) {
            if (messages.isString()) {
                return List.of(Message.user(messages.asString()));
            }
            var all = new ArrayList<Message>();
            for (var each : messages.isArray() ? messages : Json.MAPPER.createArrayNode().add(messages)) {
                var message = message(each);
                if (message.isEmpty()) {
                    return null;
                }
                all.add(message.get());
            }
            return all;
        }

        private static Optional<Message> message(JsonNode each) {
            return each.path("content").asStringOpt().map(content -> new Message(each.path("role").asString("user"),
                    List.of(new ContentPart.Text(content)), List.of(), null));
        }
    }
}
