package dev.muster.common.testing;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.AwaitingState;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.InputSource;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnAnswer;
import dev.muster.common.result.TurnEffort;
import dev.muster.common.result.TurnOutcome;
import dev.muster.common.result.TurnResult;
import dev.muster.common.result.TurnTimes;
import dev.muster.common.result.Utterance;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Builds conversations for tests, turn by turn. */
public final class TestTurn {

    private static final long START = Instant.parse("2026-01-31T09:45:00Z").toEpochMilli();

    private final int number;
    private final @Nullable String input;
    private final InputSource source;
    private final List<ToolCall> calls = new ArrayList<>();
    private final List<ToolResult> results = new ArrayList<>();
    private final List<AssertionResult> assertions = new ArrayList<>();
    private final List<JsonNode> artifacts = new ArrayList<>();
    private @Nullable String name;
    private @Nullable String runId;
    private @Nullable String reasoning;
    private boolean goal;
    private @Nullable String output;
    private @Nullable AwaitingState awaiting;
    private @Nullable String hint;
    private Status status = Status.PASSED;
    private @Nullable String error;
    private @Nullable String skipReason;
    private @Nullable Double score;
    private Usage usage = Usage.NONE;
    private long ms;

    private TestTurn(int number, @Nullable String input, InputSource source) {
        this.number = number;
        this.input = input;
        this.source = source;
    }

    public static TestTurn written(int number, String input, long ms) {
        return new TestTurn(number, input, InputSource.STATIC).taking(ms);
    }

    public static TestTurn by(InputSource source, int number, String input, long ms) {
        return new TestTurn(number, input, source).taking(ms);
    }

    public static TestTurn nothing(int number, InputSource source, String reason) {
        return new TestTurn(number, null, source).skipped(reason);
    }

    public static Dialogue script(TestTurn... turns) {
        return new Dialogue(Dialogue.Kind.SCRIPTED, null, results(turns), List.of(), null, Usage.NONE);
    }

    public static Dialogue simulated(String simulator, TestTurn... turns) {
        return new Dialogue(Dialogue.Kind.SCRIPTED, simulator, results(turns), List.of(), null, new Usage(900, 60));
    }

    public static Dialogue dynamic(List<CheckpointResult> checkpoints, TestTurn... turns) {
        return new Dialogue(Dialogue.Kind.DYNAMIC, "agents:workers.test.user-sim", results(turns), checkpoints, null,
                new Usage(900, 60));
    }

    public static CheckpointResult reached(String id, @Nullable String description, int turn) {
        return new CheckpointResult(id, description, true, true, turn, null);
    }

    public TestTurn named(String text) {
        name = text;
        return this;
    }

    public TestTurn run(String id, Usage tokens) {
        runId = id;
        usage = tokens;
        return this;
    }

    public TestTurn taking(long duration) {
        ms = duration;
        return this;
    }

    public TestTurn replied(String text, AwaitingState why) {
        output = text;
        awaiting = why;
        return this;
    }

    /** Adds a call that returned a result half a second after the turn began. */
    public TestTurn answering(String tool, String arguments, String result, boolean error) {
        var id = "c" + calls.size();
        calls.add(new ToolCall(id, tool, Json.MAPPER.readTree(arguments), START + number * 60_000L + 500));
        results.add(new ToolResult(id, tool, Json.MAPPER.readTree(result), error));
        return this;
    }

    public TestTurn calling(String tool, String arguments) {
        calls.add(new ToolCall("c" + calls.size(), tool, Json.MAPPER.readTree(arguments)));
        return this;
    }

    public TestTurn making(String artifact) {
        artifacts.add(Json.MAPPER.readTree(artifact));
        return this;
    }

    public TestTurn holding(Check check) {
        assertions.add(new AssertionResult(Assertion.of(check), true, null));
        return this;
    }

    public TestTurn missing(Check check, String reason) {
        assertions.add(new AssertionResult(Assertion.of(check), false, reason));
        status = Status.FAILED;
        return this;
    }

    public TestTurn because(String text) {
        reasoning = text;
        return this;
    }

    public TestTurn goal(String text) {
        goal = true;
        return because(text);
    }

    public TestTurn hinting(String text) {
        hint = text;
        return this;
    }

    public TestTurn scoring(double value) {
        score = value;
        return this;
    }

    public TestTurn ending(Status how, String text) {
        status = how;
        error = text;
        return this;
    }

    public TestTurn skipped(String reason) {
        status = Status.SKIPPED;
        skipReason = reason;
        return this;
    }

    private static List<TurnResult> results(TestTurn... turns) {
        return Stream.of(turns).map(TestTurn::result).toList();
    }

    /** Returns the times of a turn, one turn per minute. */
    private @Nullable TurnTimes times() {
        long start = START + number * 60_000L;
        return status == Status.SKIPPED ? null : new TurnTimes(start, start + ms);
    }

    private TurnResult result() {
        return new TurnResult(new Utterance(number, name, runId, input, source, reasoning, goal),
                new TurnAnswer(output, List.of(), calls, results, artifacts, awaiting, hint, null),
                new TurnOutcome(status, error, skipReason), assertions, score,
                new TurnEffort(usage, ms, times()), null);
    }
}
