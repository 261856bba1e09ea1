package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.option.Options;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads {@code options}, and the keys that a case may have beside them. */
final class OptionsReader {

    private static final List<String> SKIPS = List.of("history", "trace", "output", "keyword", "search");

    private OptionsReader() {}

    /** Reads the options of a case; they take precedence over its own {@code connector} and {@code metadata}. */
    static Options ofCase(Fields fields) {
        var connector = fields.text("connector");
        var metadata = fields.free("metadata");
        var options = ofTurn(fields);
        return connector == null && metadata.isEmpty() ? options
                : merge(new Options(connector, Map.of(), null, null, metadata), options);
    }

    /** Reads the options of a simulator or an assertion; they take precedence over {@code metadata} beside them. */
    static Options ofHelper(Fields fields) {
        var metadata = fields.free("metadata");
        var options = ofTurn(fields);
        return metadata.isEmpty() ? options : merge(new Options(null, Map.of(), null, null, metadata), options);
    }

    /** Returns the position of the connector that applies. */
    static Position connectorAt(Fields fields) {
        var options = fields.object("options");
        return options != null && options.has("connector") ? options.at("connector") : fields.at("connector");
    }

    static Options ofTurn(Fields fields) {
        var options = fields.object("options");
        if (options == null) {
            return Options.NONE;
        }
        var read = new Options(options.text("connector"), skips(options), json(options), options.text("mode"),
                options.free("metadata"));
        options.done();
        return read;
    }

    /** Merges two sets of options; the second's values take precedence. */
    static Options merge(Options first, Options second) {
        if (second.equals(Options.NONE)) {
            return first;
        }
        return new Options(either(second.connector(), first.connector()), both(first.skip(), second.skip()),
                either(second.search(), first.search()), either(second.mode(), first.mode()),
                both(first.metadata(), second.metadata()));
    }

    private static Map<String, Boolean> skips(Fields options) {
        var skip = options.object("skip");
        if (skip == null) {
            return Map.of();
        }
        var skips = new LinkedHashMap<String, Boolean>();
        for (var name : SKIPS) {
            var flag = skip.flag(name);
            if (flag != null) {
                skips.put(name, flag);
            }
        }
        skip.done();
        return skips;
    }

    private static @Nullable JsonNode json(Fields options) {
        var search = options.any("search");
        return search == null ? null : search.json();
    }

    private static <T> @Nullable T either(@Nullable T first, @Nullable T second) {
        return first == null ? second : first;
    }

    private static <V> Map<String, V> both(Map<String, V> first, Map<String, V> second) {
        var all = new HashMap<>(first);
        all.putAll(second);
        return all;
    }
}
