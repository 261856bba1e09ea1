package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.option.Options;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Position;

/** Reads {@code options}, and the keys that a case may have beside them. */
final class OptionsReader {

    private static final List<String> SKIPS = List.of("history", "trace", "output", "keyword", "search");

    /** Reads the options of a case; they take precedence over its own {@code connector} and {@code metadata}. */
    static Options ofCase(Fields fields) {
        return new Options(fields.text("connector"), Map.of(), null, null, fields.free("metadata"))
                .with(ofTurn(fields));
    }

    /** Reads the options of a simulator or an assertion; they take precedence over {@code metadata} beside them. */
    static Options ofHelper(Fields fields) {
        return new Options(null, Map.of(), null, null, fields.free("metadata")).with(ofTurn(fields));
    }

    /** Returns the position of the connector that applies. */
    static Position connectorAt(Fields fields) {
        var options = fields.object("options");
        return options != null && options.has("connector") ? options.at("connector") : fields.at("connector");
    }

    static Options ofTurn(Fields fields) {
        return fields.part("options", options -> new Options(options.text("connector"),
                options.part("skip", OptionsReader::skips, Map.of()), options.json("search"), options.text("mode"),
                options.free("metadata")), Options.NONE);
    }

    private static Map<String, Boolean> skips(Fields skip) {
        var skips = new LinkedHashMap<String, Boolean>();
        for (var name : SKIPS) {
            var flag = skip.flag(name);
            if (flag != null) {
                skips.put(name, flag);
            }
        }
        return skips;
    }
}
