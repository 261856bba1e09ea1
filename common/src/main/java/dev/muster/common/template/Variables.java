package dev.muster.common.template;

import module java.base;
import dev.muster.common.config.EnvReferences;
import dev.muster.common.model.TestCase;
import tools.jackson.databind.JsonNode;

/**
 * The values of the names in a case's texts at some point of its conversation. Immutable, but for the budget that all
 * of an attempt share. Only for texts written by a
 * human; generated, simulated or captured texts are never expanded.
 */
public final class Variables {

    private static final String ENV = "ENV.";
    static final String CAPTURED = "captured.";

    /** For use without a case: every name stays unchanged. */
    public static final Variables NONE = new Variables(Scope.NOTHING, name -> Optional.empty(), Map.of(),
            Map.of(), new TextBudget());

    private final Scope scope;
    private final Function<String, Optional<String>> environment;
    private final Map<String, String> variables;
    private final Map<String, String> captured;
    private final TextBudget budget;

    private Variables(Scope scope, Function<String, Optional<String>> environment,
            Map<String, String> variables, Map<String, String> captured, TextBudget budget) {
        this.scope = scope;
        this.environment = environment;
        this.variables = Map.copyOf(variables);
        this.captured = Map.copyOf(captured);
        this.budget = budget;
    }

    /** Returns the variables before any hook has run, with the values of {@code ${ENV.NAME}} by name. */
    public static Variables of(TestCase testCase, Function<String, Optional<String>> environment) {
        return new Variables(Scope.of(testCase), environment, Map.of(), Map.of(), new TextBudget());
    }

    /** Returns these variables with those printed by hooks, which take precedence. */
    public Variables with(Map<String, JsonNode> printed) {
        return new Variables(scope, environment, joined(variables, texts(printed)), captured, budget);
    }

    /** Returns these variables with those captured from a reply, which take precedence. */
    public Variables captured(Map<String, JsonNode> found) {
        return new Variables(scope, environment, variables, joined(captured, texts(found)), budget);
    }

    public Optional<String> printed(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    /**
     * Expands a text, once.
     *
     * @throws TemplateException for a name without a value, or when the values are too long
     */
    public String expand(String text) {
        return Template.fill(text, this::value, budget);
    }

    /** Returns a JSON value as text: a string as it is, anything else as JSON. */
    public static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }

    private Optional<String> value(String words) {
        if (words.startsWith(ENV)) {
            return scope.env() ? environmentValue(words.substring(ENV.length())) : Optional.empty();
        }
        if (words.equals(LiteralText.DOLLAR)) {
            return scope.captured() ? Optional.of(LiteralText.DOLLAR) : Optional.empty();
        }
        if (words.startsWith(CAPTURED)) {
            return scope.captured() ? capturedValue(words.substring(CAPTURED.length())) : Optional.empty();
        }
        return scope.variables() && Template.isName(words) ? variable(words) : Optional.empty();
    }

    private Optional<String> environmentValue(String name) {
        return Optional.of(environment.apply(name).orElseThrow(() -> new UndefinedName(
                EnvReferences.lack(name), false)));
    }

    private Optional<String> capturedValue(String name) {
        return Optional.of(Optional.ofNullable(captured.get(name)).orElseThrow(() -> new UndefinedName("${captured."
                + name + "} has no value: no earlier turn captured '" + name + "'", true)));
    }

    private Optional<String> variable(String name) {
        return Optional.of(Optional.ofNullable(variables.get(name)).orElseThrow(() -> new UndefinedName("${" + name
                + "} has no value: no hook printed a variable '" + name
                + "'; an environment variable is written ${ENV." + name + "}", false)));
    }

    /** A text is the reply's own; anything else becomes a copy, which counts. */
    private Map<String, String> texts(Map<String, JsonNode> values) {
        var texts = new LinkedHashMap<String, String>();
        values.forEach((name, value) -> {
            var text = text(value);
            budget.take(value.isString() ? 0 : text.length());
            texts.put(name, text);
        });
        return texts;
    }

    private static Map<String, String> joined(Map<String, String> these, Map<String, String> those) {
        var both = new LinkedHashMap<>(these);
        both.putAll(those);
        return both;
    }

    /**
     * The kinds of name that are expanded in a case; others stay unchanged.
     *
     * @param variables {@code ${NAME}}, printed by hooks
     * @param env {@code ${ENV.NAME}}
     * @param captured {@code ${captured.NAME}}, and {@code ${$}} for a dollar sign
     */
    record Scope(boolean variables, boolean env, boolean captured) {

        static final Scope NOTHING = new Scope(false, false, false);

        /**
         * Returns the scope of a case. A generated case is taken literally: an agent must not read this side's values.
         */
        static Scope of(TestCase testCase) {
            boolean generated = testCase.identity().source().wasGenerated();
            var setup = testCase.setup();
            return new Scope(!generated && (setup.variables() || !setup.hooks().isEmpty()),
                    !generated && setup.variables(), !generated);
        }
    }
}
