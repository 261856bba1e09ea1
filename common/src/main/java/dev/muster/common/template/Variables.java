package dev.muster.common.template;

import dev.muster.common.model.TestCase;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * What the names in a case's texts stand for at some point of its conversation. Immutable. Meant for what a person
 * wrote; what was generated, simulated or captured is never handed to it.
 */
public final class Variables {

    private static final String ENV = "ENV.";
    static final String CAPTURED = "captured.";

    /** Where no case is at hand: every name stays as it was written. */
    public static final Variables NONE = new Variables(TemplateScope.NOTHING, name -> Optional.empty(), Map.of(),
            Map.of());

    private final TemplateScope scope;
    private final Function<String, Optional<String>> environment;
    private final Map<String, String> variables;
    private final Map<String, String> captured;

    private Variables(TemplateScope scope, Function<String, Optional<String>> environment,
            Map<String, String> variables, Map<String, String> captured) {
        this.scope = scope;
        this.environment = environment;
        this.variables = Map.copyOf(variables);
        this.captured = Map.copyOf(captured);
    }

    /**
     * Before any hook has run.
     *
     * @param environment values of {@code ${ENV.NAME}} by name
     */
    public static Variables of(TestCase testCase, Function<String, Optional<String>> environment) {
        return new Variables(TemplateScope.of(testCase), environment, Map.of(), Map.of());
    }

    /** The same and what hooks printed, which beats what was there. */
    public Variables with(Map<String, JsonNode> printed) {
        return new Variables(scope, environment, joined(variables, texts(printed)), captured);
    }

    /** The same and what was found in a reply, which beats what was there. */
    public Variables captured(Map<String, JsonNode> found) {
        return new Variables(scope, environment, variables, joined(captured, texts(found)));
    }

    /** What a hook printed under a name; empty where none did. */
    public Optional<String> printed(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    /**
     * Fills a text in, once.
     *
     * @throws UndefinedName naming the first that stands for nothing
     */
    public String expand(String text) {
        return Template.fill(text, this::value);
    }

    /** What a JSON value is inside of a text: a string as it is, anything else as JSON. */
    public static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }

    private Optional<String> value(String words) {
        if (words.startsWith(ENV)) {
            return scope.env() ? environmentValue(words.substring(ENV.length())) : Optional.empty();
        }
        if (words.startsWith(CAPTURED)) {
            return scope.captured() ? capturedValue(words.substring(CAPTURED.length())) : Optional.empty();
        }
        return scope.variables() && Template.isName(words) ? variable(words) : Optional.empty();
    }

    private Optional<String> environmentValue(String name) {
        return Optional.of(environment.apply(name).orElseThrow(() -> new UndefinedName(
                "the environment variable " + name + " is not set", false)));
    }

    private Optional<String> capturedValue(String name) {
        return Optional.of(Optional.ofNullable(captured.get(name)).orElseThrow(() -> new UndefinedName("${captured."
                + name + "} stands for nothing: no turn before this one captured '" + name + "'", true)));
    }

    private Optional<String> variable(String name) {
        return Optional.of(Optional.ofNullable(variables.get(name)).orElseThrow(() -> new UndefinedName("${" + name
                + "} stands for nothing: no hook printed a variable '" + name
                + "'; an environment variable is written ${ENV." + name + "}", false)));
    }

    private static Map<String, String> texts(Map<String, JsonNode> values) {
        var texts = new LinkedHashMap<String, String>();
        values.forEach((name, value) -> texts.put(name, text(value)));
        return texts;
    }

    private static Map<String, String> joined(Map<String, String> these, Map<String, String> those) {
        var both = new LinkedHashMap<>(these);
        both.putAll(those);
        return both;
    }
}
