package dev.muster.coordinator.suite.write;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonMembers;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Setup.Hook;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.ToolStub;
import dev.muster.common.time.Durations;
import dev.muster.coordinator.suite.source.SeenIds;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes resolved cases as agent-test JSONL, one per line, which reads back to the same cases except for key and
 * source. An id that two files share gets a number, as ids are unique within a file.
 */
public final class CaseWriter implements AutoCloseable {

    private final Writer to;
    private final SeenIds seen = new SeenIds();
    private int line;

    public CaseWriter(Writer to) {
        this.to = to;
    }

    /** @throws UncheckedIOException when writing fails */
    public void write(TestCase testCase) {
        line++;
        try {
            to.write(Json.MAPPER.writeValueAsString(object(testCase)));
            to.write('\n');
        } catch (IOException trouble) {
            throw new UncheckedIOException(trouble);
        }
    }

    private ObjectNode object(TestCase testCase) {
        return written(testCase, seen.free(testCase.identity().id(), line));
    }

    /** Returns a case as it is written. */
    public static ObjectNode written(TestCase testCase, String id) {
        var identity = testCase.identity();
        var object = JsonMembers.of("id", id).add("name", identity.name())
                .add("agent", testCase.agent());
        ConversationWriter.write(object, testCase.conversation());
        object.add(ConversationWriter.assertions(testCase.conversation()), written(testCase.assertions()));
        testCase.options().write(object);
        var limits = testCase.limits();
        object.add("labels", identity.labels()).add("timeout", text(limits.timeout()))
                .add("turn_timeout", text(limits.turnTimeout())).add("retries", limits.retries())
                .add("repeat", limits.repeat());
        setup(object, testCase.setup());
        return object.add("skip", testCase.skip()).object();
    }

    static @Nullable String text(@Nullable Duration duration) {
        return duration == null ? null : Durations.written(duration);
    }

    static List<ObjectNode> written(List<Assertion> assertions) {
        return assertions.stream().map(Assertion::written).toList();
    }

    private static void setup(JsonMembers testCase, Setup setup) {
        testCase.add("hooks", setup.hooks().stream().map(CaseWriter::hook).toList()).add("before", setup.before())
                .add("after", setup.after()).add("tools", tools(setup.tools()))
                .add("variables", setup.variables() == setup.hooks().isEmpty() ? setup.variables() : null);
    }

    private static ObjectNode hook(Hook hook) {
        boolean usual = hook.timeout().equals(Hook.TIMEOUT);
        return JsonMembers.of("cmd", hook.command()).add("timeout_ms", usual ? null : hook.timeout().toMillis())
                .object();
    }

    static Map<String, ObjectNode> tools(Map<String, ToolStub> tools) {
        var written = new TreeMap<String, ObjectNode>();
        tools.forEach((name, tool) -> written.put(name, JsonMembers.of("description", tool.description())
                .add("parameters", tool.parameters()).add("result", tool.result()).add("error", tool.error())
                .object()));
        return written;
    }

    @Override
    public void close() throws IOException {
        to.close();
    }
}
