package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertions;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Translates promptfoo's assertions of one test after the other. */
final class AssertionTranslation {

    /** Types that {@code promptfoo.js} judges, where a transform or the threshold of a set needs it. */
    private static final Set<String> SCRIPTED = Set.of("equals", "contains", "icontains", "contains-any",
            "icontains-any",
            "contains-all", "icontains-all", "starts-with", "regex", "is-json", "contains-json", "javascript");
    private static final Set<String> KEYS = Set.of("type", "value", "threshold", "weight", "metric", "provider",
            "transform", "config", "assert", "rubricPrompt");
    private static final String VALUE = "value";
    private static final String THRESHOLD = "threshold";
    private static final String NEGATE = "negate";

    private final ProviderAgents agents;
    private final GeneratedScripts scripts;
    private final Sources sources;
    private final Losses losses;

    AssertionTranslation(ProviderAgents agents, GeneratedScripts scripts, Sources sources, Losses losses) {
        this.agents = agents;
        this.scripts = scripts;
        this.sources = sources;
        this.losses = losses;
    }

    /** What the assertions of one test share. */
    private record Scope(Trial trial, VarTemplate.Names names, @Nullable Located transform) {}

    ArrayNode of(Trial trial) {
        var scope = new Scope(trial, trial.names(agents::env), trial.inside("options", "transform"));
        var threshold = trial.get(THRESHOLD);
        var written = trial.assertions();
        if (threshold != null && !written.isEmpty() && !"1".equals(threshold.text())) {
            var whole = set(threshold, written, scope);
            if (whole != null) {
                return Json.MAPPER.createArrayNode().add(whole);
            }
        }
        return each(written, scope);
    }

    private ArrayNode each(List<Located> written, Scope scope) {
        var translated = Json.MAPPER.createArrayNode();
        for (var assertion : written) {
            var type = String.valueOf(assertion.text("type"));
            losses.written(assertion, AssertionTypes.base(type));
            try {
                losses.unread(assertion, KEYS, "an assertion");
                if (AssertionTypes.base(type).equals("assert-set")) {
                    translated.addAll(ofSet(assertion, scope));
                } else {
                    translated.add(finished(translated(assertion, type, scope), assertion));
                }
            } catch (CannotCarry e) {
                losses.lost(assertion, e.sentence());
            }
        }
        return translated;
    }

    private ArrayNode ofSet(Located set, Scope scope) throws CannotCarry {
        var inner = set.get("assert");
        if (inner == null) {
            throw new CannotCarry("an assert-set needs 'assert'");
        }
        var threshold = set.get(THRESHOLD);
        if (threshold == null || "1".equals(threshold.text())) {
            return each(inner.items(), scope);
        }
        var group = set(threshold, inner.items(), scope);
        return group == null ? each(inner.items(), scope) : Json.MAPPER.createArrayNode().add(finished(group, set));
    }

    /** Returns one script for a set with a threshold; null, with the reason listed, where a member needs more. */
    private @Nullable ObjectNode set(Located threshold, List<Located> written, Scope scope) {
        var group = script().withObjectProperty(VALUE).put(THRESHOLD, new BigDecimal(String.valueOf(threshold.text())));
        var members = group.putArray("set");
        for (var assertion : written) {
            var type = String.valueOf(assertion.text("type"));
            try {
                if (!SCRIPTED.contains(AssertionTypes.base(type)) || hasSchema(assertion)) {
                    throw new CannotCarry("a threshold over '" + type
                            + "' is not carried over: every assertion has to hold");
                }
                var member = check(assertion, type, scope);
                if (assertion.get("weight") instanceof Located weight) {
                    member.set("weight", weight.json());
                }
                members.add(member);
            } catch (CannotCarry e) {
                losses.add(threshold, e.sentence());
                return null;
            }
        }
        written.forEach(assertion -> losses.written(assertion,
                AssertionTypes.base(String.valueOf(assertion.text("type")))));
        return scripted(withVars(group, scope));
    }

    private static boolean hasSchema(Located assertion) {
        return String.valueOf(assertion.text("type")).endsWith("-json") && assertion.get(VALUE) != null;
    }

    private static ObjectNode finished(ObjectNode translated, Located assertion) {
        var weight = assertion.get("weight");
        if (weight != null) {
            translated.set("weight", weight.json());
        }
        var metric = assertion.text("metric");
        if (metric != null && !translated.has("name")) {
            translated.put("name", metric);
        }
        return translated;
    }

    private ObjectNode translated(Located assertion, String type, Scope scope) throws CannotCarry {
        if ("0".equals(assertion.text("weight"))) {
            throw new CannotCarry("weight 0 only measures, and never fails: Muster has no such assertion");
        }
        var base = AssertionTypes.base(type);
        if (!AssertionTypes.CARRIED.contains(base)) {
            throw AssertionTypes.unknown(type);
        }
        var transform = assertion.get("transform") == null ? scope.transform() : assertion.get("transform");
        boolean negated = !base.equals(type);
        if (transform != null && base.equals("is-json") && hasSchema(assertion)) {
            var path = AssertionTypes.path(String.valueOf(transform.text()), Set.of("output"));
            if (path != null) {
                return negated(made("schema").put("path", path).<ObjectNode>set("schema", schema(assertion)), negated);
            }
        }
        if (base.equals("javascript") || base.equals("contains-json") && !hasSchema(assertion) || transform != null) {
            if (!SCRIPTED.contains(base) || hasSchema(assertion)) {
                throw new CannotCarry("'" + type + "' after 'transform' is not carried over");
            }
            return scripted(withVars(check(assertion, type, scope), scope));
        }
        return negated(switch (base) {
            case "python" -> python(assertion, scope);
            case "latency" -> made("max_duration_ms").<ObjectNode>set(VALUE, threshold(assertion));
            case "cost" -> cost(assertion);
            case "is-json" -> hasSchema(assertion) ? made("is_json").<ObjectNode>set("schema", schema(assertion))
                    : made("is_json");
            case "contains-json" -> made("schema").<ObjectNode>set("schema", schema(assertion));
            case "is-valid-openai-tools-call" -> made("schema").put("path", "$.tool_calls")
                    .<ObjectNode>set("schema", agents.toolsSchema());
            case "llm-rubric", "agent-rubric", "model-graded-closedqa" -> rubric(assertion, scope, "%s", null);
            case "factuality", "model-graded-factuality" -> rubric(assertion, scope,
                    "It agrees with this reference answer, or leaves out or adds facts without contradicting it: %s",
                    null);
            case "g-eval" -> rubric(assertion, scope, "%s", new BigDecimal("0.7"));
            case "similar", "similar:cosine" -> similar(assertion, scope);
            case "trajectory:tool-used" -> toolUsed(value(assertion, scope));
            case "trajectory:tool-args-match" -> toolArguments(value(assertion, scope));
            case "trajectory:tool-sequence" -> toolSequence(value(assertion, scope));
            case "trajectory:goal-success" -> rubric(assertion, scope, "The assistant achieves this goal: %s", null);
            default -> text(base, value(assertion, scope));
        }, negated);
    }

    private static ObjectNode made(String type) {
        return Json.MAPPER.createObjectNode().put("type", type);
    }

    private static ObjectNode negated(ObjectNode made, boolean negated) {
        return negated ? made.put(NEGATE, true) : made;
    }

    private static JsonNode threshold(Located assertion) throws CannotCarry {
        var threshold = assertion.get(THRESHOLD);
        if (threshold == null) {
            throw new CannotCarry("'" + assertion.text("type") + "' needs a threshold");
        }
        return threshold.json();
    }

    /** Returns the rendered value, of a file if it names one. */
    private JsonNode value(Located assertion, Scope scope) throws CannotCarry {
        var written = assertion.get(VALUE);
        if (written == null) {
            throw new CannotCarry("'" + assertion.text("type") + "' needs a value");
        }
        var file = Sources.fileName(written.text());
        if (file != null && !written.text("").equals("file")) {
            if (file.endsWith(".txt") || file.endsWith(".md")) {
                return TestExpansion.rendered(StringNode.valueOf(sources.text(file).strip()), scope.names());
            }
            if (!file.endsWith(".json") && !file.endsWith(".yaml") && !file.endsWith(".yml")) {
                throw new CannotCarry("a value that '" + file + "' makes is not carried over");
            }
        }
        return TestExpansion.rendered(sources.value(written).json(), scope.names());
    }

    private static ObjectNode text(String base, JsonNode value) throws CannotCarry {
        return switch (base) {
            case "equals" -> made("equals").<ObjectNode>set(VALUE, value.isContainer() ? value
                    : StringNode.valueOf(VarTemplate.inserted(value, false)));
            case "regex" -> regex(VarTemplate.inserted(value, false));
            case "starts-with" -> made("starts_with").put(VALUE, VarTemplate.inserted(value, false));
            default -> {
                var plain = base.startsWith("i") ? base.substring(1) : base;
                var made = made(plain.equals("contains-any") ? "contains_any" : "contains");
                var values = plain.equals("contains") ? List.of(VarTemplate.inserted(value, false)) : texts(value);
                if (values.size() == 1) {
                    made.put(VALUE, values.getFirst());
                } else {
                    values.forEach(made.putArray(VALUE)::add);
                }
                yield base.startsWith("i") ? made.put("ignore_case", true) : made;
            }
        };
    }

    private static List<String> texts(JsonNode value) {
        return value.isArray() ? value.valueStream().map(item -> VarTemplate.inserted(item, false)).toList()
                : AssertionTypes.commaSeparated(VarTemplate.inserted(value, false));
    }

    private static ObjectNode regex(String pattern) throws CannotCarry {
        try {
            CompiledAssertions.compile(List.of(Assertion.of(new Check.Regex(pattern))));
            return made("regex").put("pattern", pattern);
        } catch (AssertionFault e) {
            throw new CannotCarry(String.valueOf(e.getMessage()));
        }
    }

    /** A schema is written as an object, as YAML in a text, or in a file. */
    private JsonNode schema(Located assertion) throws CannotCarry {
        var written = Objects.requireNonNull(assertion.get(VALUE));
        var found = sources.value(written);
        var text = found.text();
        var parsed = text == null ? List.of(found.node()) : YamlText.read(text, new Faults("", _ -> {}));
        if (parsed.size() != 1) {
            throw new CannotCarry("this is no JSON Schema");
        }
        return parsed.getFirst().json();
    }

    private ObjectNode check(Located assertion, String type, Scope scope) throws CannotCarry {
        var base = AssertionTypes.base(type);
        var check = Json.MAPPER.createObjectNode();
        if (base.equals("javascript")) {
            var code = String.valueOf(value(assertion, base, scope));
            check.put("run", scripts.javascript(code, "output, context", assertion));
            if (assertion.get(THRESHOLD) instanceof Located threshold) {
                check.set(THRESHOLD, threshold.json());
            }
        } else {
            check.put("type", base);
            if (assertion.get(VALUE) != null) {
                var value = value(assertion, scope);
                check.set(VALUE, base.contains("contains-a") ? Json.MAPPER.valueToTree(texts(value)) : value);
            }
        }
        var transform = assertion.get("transform") == null ? scope.transform() : assertion.get("transform");
        if (transform != null) {
            check.put("transform",
                    scripts.javascript(String.valueOf(transform.text()), "output, context, vars = context.vars",
                            transform));
        }
        return negated(check, !base.equals(type));
    }

    /** Returns code, without what stands for variables in it. */
    private static String value(Located assertion, String language, Scope scope) throws CannotCarry {
        var code = assertion.text(VALUE);
        if (code == null) {
            throw new CannotCarry("'" + language + "' needs a value: the code, or file://…");
        }
        return code.contains("{{") ? VarTemplate.render(code, scope.names()) : code;
    }

    private ObjectNode script() {
        scripts.needed();
        return made("script").put("use", "scripts:checks");
    }

    private ObjectNode scripted(ObjectNode value) {
        return script().<ObjectNode>set(VALUE, agents.answersObjects() ? value.put("parsed", true) : value);
    }

    private static ObjectNode withVars(ObjectNode value, Scope scope) {
        var vars = value.putObject("vars");
        scope.trial().vars().forEach(vars::set);
        if (vars.isEmpty()) {
            value.remove("vars");
        }
        return value;
    }

    private ObjectNode python(Located assertion, Scope scope) throws CannotCarry {
        var name = scripts.python(value(assertion, "python", scope));
        var made = made("script").put("use", "scripts:python_checks." + name);
        var value = withVars(made.putObject(VALUE), scope);
        for (var key : List.of(THRESHOLD, "config")) {
            if (assertion.get(key) instanceof Located found) {
                value.set(key, found.json());
            }
        }
        return made;
    }

    private ObjectNode cost(Located assertion) throws CannotCarry {
        if (!agents.isPriced()) {
            throw new CannotCarry("'cost' needs prices: name them under 'connectors' in muster.yaml, then write"
                    + " max_cost_usd");
        }
        return made("max_cost_usd").<ObjectNode>set(VALUE, threshold(assertion));
    }

    private ObjectNode rubric(Located assertion, Scope scope, String sentence, @Nullable BigDecimal usual)
            throws CannotCarry {
        var value = value(assertion, scope);
        if (value.isArray() && value.size() > 1 && usual != null) {
            throw new CannotCarry("the mean over several criteria is not carried over; write a rubric for each");
        }
        var goal = value.isArray() ? value.path(0) : value.has("goal") ? value.path("goal") : value;
        var made = made("rubric").put("criteria", sentence.formatted(VarTemplate.inserted(goal, false)));
        if (assertion.get(THRESHOLD) instanceof Located threshold) {
            made.set(THRESHOLD, threshold.json());
        } else if (usual != null) {
            made.put(THRESHOLD, usual);
        }
        if (assertion.get("rubricPrompt") instanceof Located prompt) {
            losses.add(prompt, "'rubricPrompt' is not carried over: Muster brings the judge's prompt (docs/judges.md)");
        }
        var grader = assertion.get("provider") == null ? scope.trial().inside("options", "provider")
                : assertion.get("provider");
        return made.put("judge", agents.judge(grader, assertion));
    }

    private ObjectNode similar(Located assertion, Scope scope) throws CannotCarry {
        var made = made("similar").<ObjectNode>set(VALUE, value(assertion, scope));
        if (assertion.get(THRESHOLD) instanceof Located threshold) {
            made.set(THRESHOLD, threshold.json());
        }
        var provider = assertion.get("provider") == null ? scope.trial().inside("options", "provider")
                : assertion.get("provider");
        return made.put("connector", agents.embeddings(provider, assertion));
    }

    private static ObjectNode toolUsed(JsonNode value) throws CannotCarry {
        if (value.isArray() && value.size() != 1) {
            throw new CannotCarry("write 'trajectory:tool-used' once for each tool of a list");
        }
        var tool = value.isArray() ? value.path(0) : value;
        var made = made("tool_called").put("name", name(tool));
        if (tool.has("min") || tool.has("max")) {
            var count = made.putObject("count");
            count.set("min", tool.has("min") ? tool.get("min") : Json.MAPPER.valueToTree(1));
            if (tool.has("max")) {
                count.set("max", tool.get("max"));
            }
        }
        return made;
    }

    private static ObjectNode toolArguments(JsonNode value) throws CannotCarry {
        if (value.has("ignore") || value.has("defaults")) {
            throw new CannotCarry("'ignore' and 'defaults' of arguments are not carried over");
        }
        return made("tool_called").put("name", name(value))
                .put("args_match", "exact".equals(value.path("mode").asString("")) ? "exact" : "subset")
                .<ObjectNode>set("arguments", value.has("args") ? value.get("args") : value.path("arguments"));
    }

    private static ObjectNode toolSequence(JsonNode value) throws CannotCarry {
        if ("exact".equals(value.path("mode").asString(""))) {
            throw new CannotCarry("an exact sequence is not carried over; write tools_exact and tools_in_order");
        }
        var made = made("tools_in_order");
        var tools = made.putArray("tools");
        for (var step : value.isArray() ? value : value.path("steps")) {
            tools.add(name(step));
        }
        return made;
    }

    private static String name(JsonNode tool) throws CannotCarry {
        var name = tool.isString() ? tool.stringValue() : tool.path("name").asString("");
        if (name.isEmpty() || tool.has("pattern")) {
            throw new CannotCarry("a tool's pattern is not carried over; name the tools");
        }
        return name;
    }
}
