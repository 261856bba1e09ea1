package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Expands {@code tests} and {@code scenarios}: files, defaults, and each combination of lists of variables. */
record TestExpansion(Located config, Sources sources, Losses losses, UnaryOperator<String> env) {

    static final int MOST = 100_000;
    private static final Set<String> KEYS = Set.of("description", "vars", "assert", "options", "threshold", "metadata",
            "provider", "metric");
    private static final Set<String> OPTIONS = Set.of("prefix", "suffix", "transform", "postprocess", "provider",
            "storeOutputAs", "disableDefaultAsserts", "disableVarExpansion", "rubricPrompt", "runSerially");

    List<Trial> all() {
        var defaults = new ArrayList<Located>();
        carry(config.get("defaultTest"), written -> defaults.add(sources.value(written)));
        var merged = new ArrayList<List<Located>>();
        tests(config.get("tests")).forEach(test -> merged.add(joined(defaults, test)));
        var scenarios = config.get("scenarios");
        for (var written : scenarios == null ? List.<Located>of() : scenarios.items()) {
            carry(written, each -> {
                var scenario = sources.value(each);
                for (var entry : tests(scenario.get("config"))) {
                    tests(scenario.get("tests")).forEach(test -> merged.add(joined(joined(defaults, entry), test)));
                }
            });
        }
        if (config.get("tests") == null && scenarios == null) {
            merged.add(joined(defaults, new Located(new Node.Obj(Map.of(), config.node().at()), config.file())));
        }
        var trials = new ArrayList<Trial>();
        for (int number = 0; number < merged.size() && trials.size() < MOST; number++) {
            var choices = choices(merged.get(number));
            for (int n = 0; n < choices.size(); n++) {
                trials.add(new Trial(merged.get(number), choices.get(n), number + 1, choices.size() == 1 ? 0 : n + 1));
            }
        }
        return trials;
    }

    private static List<Located> joined(List<Located> first, Located last) {
        return Stream.concat(first.stream(), Stream.of(last)).toList();
    }

    /** Something that may have no equal. */
    @FunctionalInterface
    interface Step {
        void carry(Located written) throws CannotCarry;
    }

    void carry(@Nullable Located written, Step step) {
        if (written != null) {
            try {
                step.carry(written);
            } catch (CannotCarry e) {
                losses.add(written, e.sentence());
            }
        }
    }

    private List<Located> tests(@Nullable Located written) {
        var tests = new ArrayList<Located>();
        for (var item : written == null ? List.<Located>of() : written.items()) {
            carry(item, each -> {
                var name = Sources.fileName(each.text(), ".csv", ".yaml", ".yml", ".json", ".jsonl");
                if (each.isObject()) {
                    tests.add(each);
                    check(each);
                } else if (name == null) {
                    throw new CannotCarry("tests from '" + each.text()
                            + "' are not carried over; write them to a .csv or .jsonl file");
                } else {
                    for (var file : sources.all(name)) {
                        tests.addAll(ofFile(file));
                    }
                }
            });
        }
        return tests;
    }

    private List<Located> ofFile(String file) throws CannotCarry {
        if (file.endsWith(".csv")) {
            return CsvTests.read(sources.text(file), file);
        }
        if (file.endsWith(".jsonl")) {
            return sources.lines(file);
        }
        if (file.endsWith(".yaml") || file.endsWith(".yml") || file.endsWith(".json")) {
            return tests(sources.document(file));
        }
        throw new CannotCarry("tests that '" + file + "' makes are not carried over; run it, and keep its tests as"
                + " .jsonl; or write a generator (docs/suites.md)");
    }

    private void check(Located test) {
        losses.unread(test, KEYS, "a test");
        var options = test.get("options");
        if (options != null) {
            losses.unread(options, OPTIONS, "'options'");
        }
    }

    private List<Map<String, JsonNode>> choices(List<Located> layers) {
        var all = List.of(Map.<String, JsonNode>of());
        var written = new LinkedHashMap<String, Located>();
        for (var layer : layers) {
            carry(layer.get("vars"), vars -> written.putAll(sources.value(vars).members()));
        }
        var whole = layers.reversed().stream().map(layer -> layer.get("options")).filter(Objects::nonNull)
                .anyMatch(options -> "true".equals(options.text("disableVarExpansion")));
        for (var each : written.entrySet()) {
            var values = values(each.getValue(), whole);
            all = all.stream().limit(MOST)
                    .flatMap(choice -> values.stream().map(value -> with(choice, each.getKey(), value)))
                    .toList();
        }
        return all.stream().map(this::filledIn).toList();
    }

    private List<JsonNode> values(Located written, boolean whole) {
        var values = new ArrayList<JsonNode>();
        for (var item : whole ? List.of(written) : written.items()) {
            carry(item, each -> values.add(value(each)));
        }
        return values.isEmpty() ? List.of(StringNode.valueOf("")) : values;
    }

    private JsonNode value(Located written) throws CannotCarry {
        var text = written.text();
        if (text == null || !text.startsWith("file://")) {
            return written.json();
        }
        var file = text.substring("file://".length());
        if (file.endsWith(".yaml") || file.endsWith(".yml") || file.endsWith(".json")) {
            return sources.document(file).json();
        }
        if (file.endsWith(".txt") || file.endsWith(".md") || file.endsWith(".csv") || file.endsWith(".html")
                || file.endsWith(".xml")) {
            return StringNode.valueOf(sources.text(file).strip());
        }
        throw new CannotCarry("a variable from '" + file + "' is not carried over; write its value");
    }

    private static Map<String, JsonNode> with(Map<String, JsonNode> choice, String name, JsonNode value) {
        var more = new LinkedHashMap<>(choice);
        more.put(name, value);
        return more;
    }

    /** A variable may name others. */
    private Map<String, JsonNode> filledIn(Map<String, JsonNode> choice) {
        var filled = new LinkedHashMap<>(choice);
        var names = new Trial(List.of(), filled, 0, 0).names(env);
        for (var each : choice.entrySet()) {
            if (each.getValue().isString() && VarTemplate.isIn(each.getValue().stringValue())) {
                try {
                    filled.put(each.getKey(),
                            StringNode.valueOf(VarTemplate.render(each.getValue().stringValue(), names)));
                } catch (CannotCarry e) {
                    losses.add(config, "variable '" + each.getKey() + "': " + e.sentence());
                }
            }
        }
        return filled;
    }

    /** Renders every text in a value. */
    static JsonNode rendered(JsonNode value, VarTemplate.Names names) throws CannotCarry {
        switch (value) {
            case StringNode text -> {
                return StringNode.valueOf(VarTemplate.render(text.stringValue(), names));
            }
            case ArrayNode items -> {
                var copy = Json.MAPPER.createArrayNode();
                for (var item : items) {
                    copy.add(rendered(item, names));
                }
                return copy;
            }
            case ObjectNode object -> {
                var copy = Json.MAPPER.createObjectNode();
                for (var each : object.properties()) {
                    copy.set(VarTemplate.render(each.getKey(), names), rendered(each.getValue(), names));
                }
                return copy;
            }
            default -> {
                return value;
            }
        }
    }
}
