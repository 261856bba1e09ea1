package dev.muster.common.testing;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.Json;
import dev.muster.common.model.Source;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.AttemptSpend;
import dev.muster.common.result.AttemptTiming;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.HelperSpend;
import dev.muster.common.result.Observed;
import dev.muster.common.result.SentMessages;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Builds results; by default of a case that passed at once. */
public final class TestResult {

    private String key;
    private final String id;
    private @Nullable String name;
    private Source source;
    private Map<String, String> labels = Map.of();
    private String agent = "agent";
    private @Nullable String connector;
    private Status status = Status.PASSED;
    private Cause cause = Cause.NONE;
    private @Nullable String error;
    private @Nullable String skipReason;
    private int messagesCount = 1;
    private @Nullable String response = "hi";
    private List<ToolCall> toolCalls = List.of();
    private List<ToolResult> toolResults = List.of();
    private @Nullable JsonNode state;
    private List<AssertionResult> assertions = List.of();
    private Usage usage = Usage.NONE;
    private long durationMs = 1;
    private long workingMs = 1;
    private long firstEventMs = 1;
    private Instant startedAt = Instant.EPOCH;
    private List<String> warnings = List.of();
    private @Nullable String traceId;
    private @Nullable Dialogue dialogue;
    private @Nullable AgentReply judged;
    private @Nullable SentMessages sent;
    private @Nullable HelperSpend helped;

    private TestResult(String key, String id) {
        this.key = key;
        this.id = id;
        this.source = new Source(key.substring(0, Math.max(0, key.indexOf('#'))), 1);
    }

    /** @param key the file, {@code #}, the id */
    public static TestResult of(String key) {
        return of(key, key.substring(key.indexOf('#') + 1));
    }

    public static TestResult of(String key, String id) {
        return new TestResult(key, id);
    }

    public TestResult name(@Nullable String other) {
        name = other;
        return this;
    }

    public TestResult source(Source other) {
        source = other;
        return this;
    }

    /** Moves the case to a place in a file. */
    public TestResult at(String file, int line) {
        key = file + "#" + id;
        return source(new Source(file, line));
    }

    public TestResult labels(Map<String, String> other) {
        labels = other;
        return this;
    }

    public TestResult agent(String other) {
        agent = other;
        return this;
    }

    public TestResult connector(@Nullable String other) {
        connector = other;
        return this;
    }

    public TestResult status(Status other) {
        status = other;
        return this;
    }

    public TestResult cause(Cause other) {
        cause = other;
        return this;
    }

    public TestResult error(@Nullable String other) {
        error = other;
        return this;
    }

    public TestResult skipReason(@Nullable String other) {
        skipReason = other;
        return this;
    }

    public TestResult messagesCount(int other) {
        messagesCount = other;
        return this;
    }

    public TestResult response(@Nullable String other) {
        response = other;
        return this;
    }

    public TestResult toolCalls(List<ToolCall> other) {
        toolCalls = other;
        return this;
    }

    public TestResult toolResults(List<ToolResult> other) {
        toolResults = other;
        return this;
    }

    public TestResult state(@Nullable JsonNode other) {
        state = other;
        return this;
    }

    public TestResult assertions(List<AssertionResult> other) {
        assertions = other;
        return this;
    }

    public TestResult usage(Usage other) {
        usage = other;
        return this;
    }

    public TestResult durationMs(long other) {
        durationMs = other;
        return this;
    }

    public TestResult workingMs(long other) {
        workingMs = other;
        return this;
    }

    public TestResult firstEventMs(long other) {
        firstEventMs = other;
        return this;
    }

    public TestResult startedAt(Instant other) {
        startedAt = other;
        return this;
    }

    public TestResult warnings(List<String> other) {
        warnings = other;
        return this;
    }

    public TestResult traceId(@Nullable String other) {
        traceId = other;
        return this;
    }

    public TestResult dialogue(@Nullable Dialogue other) {
        dialogue = other;
        return this;
    }

    public TestResult judged(@Nullable AgentReply other) {
        judged = other;
        return this;
    }

    public TestResult sent(@Nullable SentMessages other) {
        sent = other;
        return this;
    }

    public TestResult helped(@Nullable HelperSpend other) {
        helped = other;
        return this;
    }

    /** A quarter of the time is waiting for limits. */
    public TestResult taking(long ms, int messages) {
        return durationMs(ms).workingMs(ms - ms / 4).messagesCount(messages);
    }

    public TestResult calling(String tool, String arguments) {
        return toolCalls(plus(toolCalls, new ToolCall("c1", tool, Json.MAPPER.readTree(arguments))));
    }

    public TestResult holding(Check check) {
        return with(new AssertionResult(Assertion.of(check), true, null));
    }

    public TestResult missing(Check check, String reason) {
        return with(new AssertionResult(Assertion.of(check), false, reason));
    }

    public TestResult with(AssertionResult assertion) {
        return assertions(plus(assertions, assertion));
    }

    public TestResult warning(String text) {
        return warnings(plus(warnings, text));
    }

    private static <T> List<T> plus(List<T> list, T more) {
        return Stream.concat(list.stream(), Stream.of(more)).toList();
    }

    public CaseResult make() {
        return new CaseResult(new CaseIdentity(key, id, name, source, labels, agent, connector),
                new Verdict(status, cause, error, skipReason),
                new Observed(messagesCount, response, List.of(), toolCalls, toolResults, state, judged, sent, null),
                assertions,
                dialogue,
                new AttemptTiming(durationMs, workingMs, firstEventMs, startedAt), new AttemptSpend(usage, helped),
                warnings, traceId,
                null);
    }
}
