package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The answer to one request: reads events, checks their order, and builds the reply of the requested run. */
final class AguiAnswer implements AnswerReader {

    private final String runId;
    private final RunInput.Sent sent;
    private final ReplyAssembler reply;
    private final EventTime clock;
    private final Warnings warnings;
    private final EventParser parser;
    private final ChunkLanes lanes = new ChunkLanes(this::take);
    private final EventOrder order = new EventOrder();
    private final SharedState state;
    private final SharedState.Activities activities;
    private final List<RunRecord> runs = new ArrayList<>();
    private @Nullable RunRecord current;
    private @Nullable RunRecord requested;
    /** The first event, if it begins no run. */
    private @Nullable String foreign;
    /** Whether anything came but the start and end of runs. */
    private boolean hasContent;

    AguiAnswer(String runId, RunInput.Sent sent, ReplyAssembler reply, InstantSource clock) {
        this.runId = runId;
        this.sent = sent;
        this.reply = reply;
        this.clock = new EventTime(reply.arrivals(), clock);
        this.warnings = reply.warnings();
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
        clock.next(event);
        if (current == null && foreign == null && !event.path("type").stringValue("").equals("RUN_STARTED")) {
            foreign = OneLine.of(data);
            if (!event.has("type")) {
                throw new StreamBroken("event.type is missing, but must be a string: " + foreign);
            }
        }
        reply.checkUtf8(data);
        lanes.accept(parser.parse(event));
        if (current != null) {
            current.trace.event();
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
        if (requested != null && requested.error() != null && !(event instanceof AguiEvent.RunError)) {
            warnings.add("the agent sent events after its RUN_ERROR; they were ignored");
            return;
        }
        order.check(event);
        hasContent |= isContent(event);
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

    private static boolean isContent(AguiEvent event) {
        return switch (event) {
            case AguiEvent.RunFinished finished -> !finished.outcome().interrupts().isEmpty();
            case AguiEvent.RunStarted _,AguiEvent.RunError _,AguiEvent.Passing _,AguiEvent.Unknown _ -> false;
            case AguiEvent.RunLevel _,AguiEvent.Owned _,AguiEvent.Chunk _,AguiEvent.Aside _ -> true;
        };
    }

    private void start(AguiEvent.RunStarted started) {
        current = run(started.runId());
        if (started.runId().equals(runId)) {
            requested = current;
        }
    }

    private RunRecord run(String id) {
        var run = new RunRecord(id, reply, clock);
        runs.add(run);
        return run;
    }

    /** A RUN_ERROR may come before any run: then it belongs to the requested one. */
    private RunRecord running() {
        if (current == null) {
            current = run(runId);
            requested = current;
        }
        return current;
    }

    private boolean isOver() {
        return requested != null && requested.equals(current) && requested.ended();
    }

    /**
     * Returns the requested run. A server may choose its own run id if there is only one run and it has content: an
     * unknown run that only began and ended is not an answer.
     */
    private @Nullable RunRecord run() {
        return requested == null && runs.size() == 1 && (hasContent || failed()) ? current : requested;
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
        run.trace.trouble().ifPresent(warnings::add);
        if (run.cancelled()) {
            warnings.add("the agent canceled the run");
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
                reply.arrivals().timing(),
                warnings.sentences(), sequel, run.trace.trace());
    }
}
