package dev.muster.common.assertion.eval;

import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.assertion.ArgsMatch;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.AssertionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import tools.jackson.databind.JsonNode;

/** What twenty assertions cost: once compiled, reading the reply included; and compiling them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AssertionBenchmark {

    private static final String WORDS = "The order was taken, and goods of every kind are on their way to you. ";

    private final List<Assertion> written = twenty();
    private final CompiledAssertions compiled = compiled(written);
    private final AgentReply reply = reply(1, 4 << 10, false);
    private final AgentReply json = reply(1, 4 << 10, true);
    private final List<AgentReply> turns = Stream.generate(() -> reply(1, 5 << 10, true)).limit(10).toList();
    private final AgentReply whole = reply(10, 50 << 10, false);

    @Benchmark
    public List<AssertionResult> overTextOf4Kb() {
        return compiled.evaluate(reply);
    }

    @Benchmark
    public List<AssertionResult> overJsonOf4Kb() {
        return compiled.evaluate(json);
    }

    /** After each of ten turns of 5 KB, and at the end over all of them. */
    @Benchmark
    public List<List<AssertionResult>> overTenTurnsOf50Kb() {
        return Stream.concat(turns.stream(), Stream.of(whole)).map(compiled::evaluate).toList();
    }

    @Benchmark
    public CompiledAssertions compiling() {
        return compiled(written);
    }

    private static CompiledAssertions compiled(List<Assertion> assertions) {
        try {
            return CompiledAssertions.compile(assertions);
        } catch (AssertionFault fault) {
            throw new IllegalStateException(fault);
        }
    }

    private static List<Assertion> twenty() {
        var pay = new ExpectedCall(List.of("pay"), node("{\"amount\":350,\"to\":\"regex:^A\"}"), ArgsMatch.SUBSET);
        var find = new ExpectedCall(List.of("find"), null, ArgsMatch.SUBSET);
        return Stream.<Check>of(new TextCheck.Contains(List.of("order", "goods"), false),
                new TextCheck.Contains(List.of("ON THEIR WAY"), true),
                new TextCheck.Contains(List.of("not there"), false),
                new TextCheck.NotContains(List.of("sorry", "error"), false),
                new TextCheck.NotContains(List.of("SORRY"), true), new TextCheck.Regex("order-\\d+"),
                new TextCheck.Regex("(?i)goods of (every|any) kind"), new TextCheck.Regex("\\d{4}-\\d{2}-\\d{2}"),
                new TextCheck.Regex("thank you(, \\w+)?[.!]"), new TextCheck.Equals(node("\"OK\"")),
                new ValueCheck.JsonPath("$.status", node("\"paid\"")),
                new ValueCheck.JsonPath("$.items[*].id", node("7")),
                new ValueCheck.JsonPath("$.items[?(@.id==3)].name", node("\"n3\"")),
                new ValueCheck.Type("$.items", "array"),
                new ValueCheck.Schema(null,
                        node("{\"type\":\"object\",\"required\":[\"status\"],\"properties\":{\"items\":"
                                + "{\"items\":{\"required\":[\"id\"],\"properties\":{\"id\":{\"type\":\"integer\"}}}}}}")),
                new ToolCheck.ToolCalled(List.of("pay"), pay.arguments()), new ToolCheck.ToolNotCalled(find),
                new ToolCheck.ToolsInOrder(List.of(pay, pay)), new ToolCheck.ToolsExact(List.of(pay)),
                new ToolCheck.ToolResult(List.of("pay"), node("{\"ok\":true}"))).map(Assertion::of).toList();
    }

    private static AgentReply reply(int calls, int size, boolean json) {
        var made = new ArrayList<ToolCall>();
        var results = new ArrayList<ToolResult>();
        for (int n = 0; n < calls; n++) {
            made.add(new ToolCall("c" + n, "pay", node("{\"amount\":350,\"to\":\"Ann\",\"note\":\"n" + n + "\"}")));
            results.add(new ToolResult("c" + n, "pay", node("{\"ok\":true,\"ref\":\"R" + n + "\"}"), false));
        }
        var text = json ? json(size) : WORDS.repeat(size / WORDS.length() + 1);
        var content = AgentReply.Content.of(text, made, results, node("{\"expense\":{\"status\":\"paid\"}}"),
                List.of());
        return AgentReply.of(content, "stop", null, new AgentReply.Timing(1, 1, 900));
    }

    private static String json(int size) {
        var object = Json.MAPPER.createObjectNode().put("status", "paid");
        var items = object.putArray("items");
        for (int n = 0; items.size() * 100 < size; n++) {
            items.addObject().put("id", n).put("name", "n" + n).put("text", WORDS);
        }
        return object.toString();
    }

    private static JsonNode node(String text) {
        return Json.MAPPER.readTree(text);
    }
}
