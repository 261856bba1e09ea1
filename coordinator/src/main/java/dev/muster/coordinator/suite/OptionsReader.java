package dev.muster.coordinator.suite;

import dev.muster.common.option.Options;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Position;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads {@code options}, and the keys that a case may write beside them. */
final class OptionsReader {

    private static final List<String> SKIPS = List.of("history", "trace", "output", "keyword", "search");

    private OptionsReader() {}

    /** {@code connector} and {@code metadata} of the case itself give way to those in its {@code options}. */
    static Options ofCase(Fields fields) {
        var connector = fields.text("connector");
        var metadata = fields.free("metadata");
        var options = ofTurn(fields);
        return connector == null && metadata.isEmpty() ? options
                : merge(new Options(connector, Map.of(), null, null, metadata), options);
    }

    /** Of a simulator or an assertion: {@code metadata} may stand beside {@code options}, which beat it. */
    static Options ofHelper(Fields fields) {
        var metadata = fields.free("metadata");
        var options = ofTurn(fields);
        return metadata.isEmpty() ? options : merge(new Options(null, Map.of(), null, null, metadata), options);
    }

    /** Where the connector that counts was written. */
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

    /** The second's values where it has them, else the first's. */
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
