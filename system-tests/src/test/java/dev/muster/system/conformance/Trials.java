package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** Lists all trials of the index. */
final class Trials {

    private final List<Example> examples;

    Trials(List<Example> examples) {
        this.examples = examples;
    }

    List<Trial> all() {
        return examples.stream().filter(Example::isRun).flatMap(this::of).toList();
    }

    List<Trial> ofExample(Example example) {
        return example.isRun() ? of(example).toList() : List.of();
    }

    private Stream<Trial> of(Example example) {
        var entry = example.entry();
        if (entry.has("vectors")) {
            return Stream.of(vectors(example));
        }
        if (example.kind().equals("command")) {
            return items(entry.path("command")).map(line -> command(example, line));
        }
        var main = entry.has("command") ? Stream.of(command(example, entry.path("command").path(0)))
                : files(example, "", entry);
        return Stream.concat(main, items(entry.path("variants"))
                .flatMap(variant -> files(example, variant.path("name").stringValue(), variant)));
    }

    /** Where several files form an example, each has its own script. */
    private Stream<Trial> files(Example example, String name, JsonNode changed) {
        var script = script(example, changed.path("agent_script"));
        if (!example.entry().path("file").isArray()) {
            return Stream.of(trial(example, name, changed, only(example, script), changed.path("result")));
        }
        return script.propertyNames().stream().map(file -> trial(example, name.isEmpty() ? file : name,
                with(changed, "file", file), script.path(file),
                changed.path("result").has(file) ? changed.path("result").path(file) : changed.path("result")));
    }

    /** Of several cases, returns the one that is run. */
    private static JsonNode only(Example example, JsonNode script) {
        var only = example.text("only");
        return only.isEmpty() || !script.has("cases") ? script
                : with(script, "cases", Map.of(only, script.path("cases").path(only)));
    }

    private static Trial trial(Example example, String name, JsonNode changed, JsonNode script, JsonNode result) {
        return new Trial(example, name, changed, script, result, example.kind().equals("script")
                ? CommandLine.words(example.entry().path("command").path(0).path("run").stringValue()) : List.of());
    }

    private Trial command(Example example, JsonNode line) {
        var entry = example.entry();
        var script = script(example, line.has("agent_script") ? line.path("agent_script") : entry.path("agent_script"));
        var result = line.has("result") ? line.path("result") : entry.path("result");
        var run = line.path("run").stringValue();
        return new Trial(example, line.has("line") ? run : "", line, script, with(result, "exit", line.path("exit")),
                CommandLine.words(run));
    }

    private static Trial vectors(Example example) {
        return new Trial(example, "", example.entry(), Vectors.script(example.entry().path("vectors")),
                Vectors.result(example.entry().path("vectors")), List.of());
    }

    /** {@code block N} is the script of that block in the same document. */
    private JsonNode script(Example example, JsonNode script) {
        if (!script.isString()) {
            return script;
        }
        int block = Integer.parseInt(script.stringValue().substring("block ".length()));
        return examples.stream().filter(each -> each.seed().equals(example.seed()) && each.block() == block)
                .map(each -> each.entry().path("agent_script")).findFirst().orElseThrow();
    }

    private static JsonNode with(JsonNode object, String key, Object value) {
        var copy = object.isObject() ? object.asObject().deepCopy() : Json.MAPPER.createObjectNode();
        return copy.set(key, Json.MAPPER.valueToTree(value));
    }

    static Stream<JsonNode> items(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
