package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Reception;
import dev.muster.common.agent.http.Reception.Warnings;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The answer to one request: reads events, checks their order, and builds the reply of the requested run. */
final class AguiAnswer implements AnswerReader {

    private final String runId;
    private final RunInput.Sent sent;
    private final Reception reception;
    private final RunTrace.EventTime moments;
    private final Warnings warnings;
    private final EventParser parser;
    private final ChunkLanes lanes = new ChunkLanes(this::take);
    private final EventOrder order = new EventOrder();
    private final SharedState state;
    private final SharedState.Activities activities;
    private final List<RunRecord> runs = new ArrayList<>();
    private @Nullable RunRecord current;
    private @Nullable RunRecord asked;
    /** The first event, if it begins no run. */
    private @Nullable String foreign;
    /** Whether anything came besides the start and end of runs. */
    private boolean told;

    AguiAnswer(String runId, RunInput.Sent sent, Reception reception, InstantSource clock) {
        this.runId = runId;
        this.sent = sent;
        this.reception = reception;
        this.moments = new RunTrace.EventTime(reception.arrivals(), clock);
        this.warnings = reception.warnings();
        this.parser = new EventParser(warnings);
        this.state = new SharedState(sent.state(), warnings);
        this.activities = new SharedState.Activities(warnings);
    }

    @Override
    public String setting() {
        return "protocol: ag-ui";
    }

    @Override
    public Next event(String data, boolean whole) throws StreamBroken {
        JsonNode event;
        try {
            event = AnswerJson.read(data, "an event");
        } catch (StreamBroken e) {
            if (whole) {
                throw e;
            }
            return Next.GO_ON;
        }
        moments.next(event);
        if (current == null && foreign == null && !event.path("type").stringValue("").equals("RUN_STARTED")) {
            foreign = OneLine.of(data);
            if (!event.has("type")) {
                throw new StreamBroken("event.type is missing, but must be a string: " + foreign);
            }
        }
        warnings.lookForInvalidUtf8(data);
        lanes.accept(parser.parse(event));
        if (current != null) {
            current.trace.times.heard();
        }
        return isOver() ? Next.CLOSING : Next.GO_ON;
    }

    @Override
    public AgentOutcome end(End end) {
        RunRecord run = run();
        if (run == null && current != null && current.ended()) {
            return new AgentFailure.Protocol("agent error: " + foreign(current));
        }
        if (current == null && foreign != null) {
            return new AgentFailure.Protocol("agent error: the stream has no RUN_STARTED: " + foreign);
        }
        if (run == null || !run.ended()) {
            return end.before("RUN_FINISHED or RUN_ERROR of the run");
        }
        if (run.error() != null) {
            return AgentFailure.Agent.declared("agent error: " + OneLine.ofMessage(run.error()));
        }
        warn(end, run);
        return run.cancelled() ? new AgentFailure.Cancelled(reply(run)) : reply(run);
    }

    @Override
    public @Nullable AgentFailure reported() {
        return runs.stream().map(RunRecord::error).filter(Objects::nonNull).findFirst()
                .<AgentFailure>map(error -> AgentFailure.Agent.declared("agent error: " + OneLine.ofMessage(error)))
                .orElse(null);
    }

    private void take(AguiEvent event) throws StreamBroken {
        if (asked != null && asked.error() != null && !(event instanceof AguiEvent.RunError)) {
            warnings.add("the agent sent events after its RUN_ERROR; they were ignored");
            return;
        }
        order.check(event);
        told |= tells(event);
        switch (event) {
            case AguiEvent.RunStarted started -> start(started);
            case AguiEvent.RunError error -> running().failed(error);
            case AguiEvent.RunFinished finished -> running().finished(finished);
            case AguiEvent.MessagesSnapshot snapshot ->
                new Restatement(sent.ids(), running(), activities, warnings).apply(snapshot.messages());
            case AguiEvent.Opened opened -> running().opened(opened);
            case AguiEvent.Continued continued -> running().continued(continued);
            case AguiEvent.Closed closed -> running().closed(closed);
            case AguiEvent.ToolResulted result -> running().resulted(result.messageId(), result.toolCallId(),
                    result.content());
            case AguiEvent.StateSnapshot snapshot -> state.replace(snapshot.snapshot());
            case AguiEvent.StateDelta delta -> state.patch(delta.delta());
            case AguiEvent.Custom custom -> running().custom(custom);
            case AguiEvent.Chunk chunk -> throw new IllegalStateException("a chunk was not expanded");
            case AguiEvent.ActivitySnapshot shown -> activities.show(shown.id(), shown.content(), shown.replace());
            case AguiEvent.ActivityDelta delta -> activities.patch(delta.id(), delta.patch());
            case AguiEvent.Passing passing -> {
            }
            case AguiEvent.Unknown unknown -> {
            }
        }
    }

    private static boolean tells(AguiEvent event) {
        return switch (event) {
            case AguiEvent.RunFinished finished -> !finished.outcome().interrupts().isEmpty();
            case AguiEvent.RunStarted _,AguiEvent.RunError _,AguiEvent.Passing _,AguiEvent.Unknown _ -> false;
            case AguiEvent.RunLevel _,AguiEvent.Owned _,AguiEvent.Chunk _,AguiEvent.Aside _ -> true;
        };
    }

    private void start(AguiEvent.RunStarted started) {
        current = run(started.runId());
        if (started.runId().equals(runId)) {
            asked = current;
        }
    }

    private RunRecord run(String id) {
        var run = new RunRecord(id, reception, moments);
        runs.add(run);
        return run;
    }

    /** A RUN_ERROR may come before any run: then it belongs to the requested one. */
    private RunRecord running() {
        if (current == null) {
            current = run(runId);
            asked = current;
        }
        return current;
    }

    private boolean isOver() {
        return asked != null && asked.equals(current) && asked.ended();
    }

    /**
     * Returns the requested run. A server may choose its own run id if there is only one run and it has content: an
     * unknown run that only began and ended is not an answer.
     */
    private @Nullable RunRecord run() {
        return asked == null && runs.size() == 1 && (told || failed()) ? current : asked;
    }

    private boolean failed() {
        return current != null && current.error() != null;
    }

    private String foreign(RunRecord last) {
        var ids = runs.stream().limit(3).map(run -> "'" + OneLine.ofMessage(run.id) + "'")
                .collect(Collectors.joining(", "));
        return "the stream holds the run" + (runs.size() == 1 ? " " : "s ") + ids + (runs.size() > 3 ? ", …" : "")
                + ", but not '" + runId + "', which was asked for"
                + (last.error() == null ? "" : "; the last one failed: " + OneLine.ofMessage(last.error()));
    }

    private void warn(End end, RunRecord run) {
        runs.stream().filter(other -> !other.equals(run) && other.error() != null).forEach(other -> warnings
                .add("another run of the stream failed: " + OneLine.ofMessage(String.valueOf(other.error()))));
        run.trace.times.trouble().ifPresent(warnings::add);
        if (run.cancelled()) {
            warnings.add("the agent cancelled the run");
        }
        if (!run.id.equals(runId)) {
            warnings.add("the server gave the run an id of its own instead of the one it was asked for");
        }
        switch (end) {
            case CLOSED -> {
            }
            case BROKEN -> warnings.add("the connection broke after the end of the run");
            case LINGERED -> warnings.add("the server kept the stream open after the end of the run");
        }
    }

    private AgentReply reply(RunRecord run) {
        var answers = run.transcript.answers();
        var texts = answers.isEmpty() && run.tools.calls().isEmpty() && run.transcript.hasEmptyAnswer() ? List.of("")
                : answers;
        var sequel = run.sequel(sent);
        return new AgentReply(
                new Content(texts.isEmpty() ? "" : texts.getLast(), run.tools.calls(), run.tools.results(),
                        state.state(), run.custom, null, texts),
                run.finish(sequel), run.awaiting() || run.leftCalls(sent, sequel), run.usage(),
                reception.arrivals().timing(),
                warnings.sentences(), sequel, run.trace.trace());
    }

    /**
     * A MESSAGES_SNAPSHOT: the conversation as the agent sees it. Messages after the last user message that were not in the
     * request belong to this run; they replace what was streamed under the same id. A streamed message that the snapshot
     * omits is dropped, as the protocol says; a tool call stays.
     *
     * @param sent ids of the messages and tool calls that the request already had
     */
    record Restatement(Set<String> sent, RunRecord run, SharedState.Activities activities, Warnings warnings) {

        /** Roles whose messages are input, or not text. */
        private static final Set<String> OTHERS = Set.of("developer", "system", "reasoning");

        void apply(JsonNode messages) throws StreamBroken {
            var ids = new HashSet<String>();
            var news = new ArrayList<EventFields>();
            for (JsonNode node : messages) {
                EventFields message = EventFields.of("MESSAGES_SNAPSHOT.messages", node);
                ids.add(message.text("id"));
                if (message.text("role").equals("user")) {
                    message.checkContent(warnings);
                    news.clear();
                } else {
                    news.add(message);
                }
            }
            run.transcript.retainOnly(ids);
            applyNew(news);
            run.transcript.endWithOpen(ids);
        }

        private void applyNew(List<EventFields> messages) throws StreamBroken {
            for (EventFields message : messages) {
                if (!sent.contains(message.text("id"))) {
                    applyNew(message);
                }
            }
        }

        private void applyNew(EventFields message) throws StreamBroken {
            String role = message.text("role");
            switch (role) {
                case RunRecord.ASSISTANT -> assistant(message);
                case "tool" -> result(message);
                case "activity" -> activities.show(message.text("id"), message.object("content").object(), true);
                default -> {
                    if (!OTHERS.contains(role)) {
                        warnings.add("a message of the unknown role '" + OneLine.ofMessage(role)
                                + "' in MESSAGES_SNAPSHOT was dropped");
                    }
                }
            }
        }

        private void assistant(EventFields message) throws StreamBroken {
            JsonNode content = message.object().path("content");
            String text = content.isNull() || content.isMissingNode() ? "" : message.content(warnings);
            JsonNode calls = message.optionalArray("toolCalls");
            var ids = new ArrayList<String>();
            if (calls != null) {
                for (JsonNode call : calls) {
                    ids.add(call(EventFields.of("MESSAGES_SNAPSHOT.messages.toolCalls", call), message.text("id")));
                }
            }
            run.restated(message.text("id"), text, ids);
        }

        private String call(EventFields call, String message) throws StreamBroken {
            String id = call.text("id");
            EventFields function = call.object("function");
            if (!sent.contains(id) && !run.tools.has(id)) {
                begin(id, function, message);
            }
            return id;
        }

        private void begin(String id, EventFields function, String message) throws StreamBroken {
            run.opened(new AguiEvent.Opened("MESSAGES_SNAPSHOT", AguiEvent.Item.CALL, AguiEvent.PARENT, id,
                    function.text("name"), message));
            run.tools.append(id, AnswerJson.text(function.any("arguments")));
            run.closed(new AguiEvent.Closed("MESSAGES_SNAPSHOT", AguiEvent.Item.CALL, AguiEvent.PARENT, id, null));
        }

        private void result(EventFields message) throws StreamBroken {
            String id = message.text("toolCallId");
            if (run.tools.has(id) && !run.tools.isAnswered(id)) {
                run.resulted(message.text("id"), id, message.content(warnings));
            }
        }
    }
}
