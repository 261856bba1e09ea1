package dev.muster.coordinator.suite.write;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.option.Options;
import dev.muster.common.time.Durations;
import dev.muster.coordinator.suite.SeenIds;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes resolved cases as agent-test JSONL, one per line, which reads back to the same cases except for key and
 * source. An id that two files share gets a number, as ids are unique within a file.
 */
public final class CaseWriter implements AutoCloseable {

    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

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
        var object = MAKE.objectNode();
        object.put("id", newId(testCase.identity().id()));
        put(object, "name", testCase.identity().name());
        put(object, "agent", testCase.agent());
        ConversationWriter.write(object, testCase.conversation());
        ConversationWriter.assertions(object, ConversationWriter.assertions(testCase.conversation()),
                testCase.assertions());
        options(object, testCase.options());
        if (!testCase.identity().labels().isEmpty()) {
            inOrder(testCase.identity().labels()).forEach(object.withObjectProperty("labels")::put);
        }
        limits(object, testCase.limits());
        SetupWriter.write(object, testCase.setup());
        put(object, "skip", testCase.skip());
        return object;
    }

    private String newId(String id) {
        var free = id;
        for (int n = 2; seen.firstLine(free, line).isPresent(); n++) {
            free = id + "-" + n;
        }
        return free;
    }

    private static void limits(ObjectNode object, Limits limits) {
        duration(object, "timeout", limits.timeout());
        duration(object, "turn_timeout", limits.turnTimeout());
        if (limits.retries() != null) {
            object.put("retries", limits.retries());
        }
        if (limits.repeat() != null) {
            object.put("repeat", limits.repeat());
        }
    }

    private static void duration(ObjectNode object, String name, @Nullable Duration duration) {
        put(object, name, duration == null ? null : Durations.text(duration));
    }

    static void options(ObjectNode object, Options options) {
        if (options.equals(Options.NONE)) {
            return;
        }
        var written = object.putObject("options");
        put(written, "connector", options.connector());
        if (!options.skip().isEmpty()) {
            inOrder(options.skip()).forEach(written.withObjectProperty("skip")::put);
        }
        if (options.search() != null) {
            written.set("search", options.search());
        }
        put(written, "mode", options.mode());
        if (!options.metadata().isEmpty()) {
            inOrder(options.metadata()).forEach(written.withObjectProperty("metadata")::set);
        }
    }

    /** Sorts members by name: the model's maps have no order, and the same cases must give the same text. */
    static <V> Map<String, V> inOrder(Map<String, V> members) {
        return new TreeMap<>(members);
    }

    static void put(ObjectNode object, String name, @Nullable String value) {
        if (value != null) {
            object.put(name, value);
        }
    }

    @Override
    public void close() throws IOException {
        to.close();
    }
}
