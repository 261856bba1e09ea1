package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A test with one choice of its variables.
 *
 * @param layers {@code defaultTest}, the entry of a scenario, the test itself: the last one that has a member decides
 * @param number 1-based
 * @param choice 1-based among the combinations of the test's lists; 0 if there is only one
 */
record Trial(List<Located> layers, Map<String, JsonNode> vars, int number, int choice) {

    Located at() {
        return layers.getLast();
    }

    @Nullable
    Located get(String key) {
        return layers.reversed().stream().map(layer -> layer.get(key)).filter(Objects::nonNull).findFirst()
                .orElse(null);
    }

    @Nullable
    String text(String key) {
        var value = get(key);
        return value == null ? null : value.text();
    }

    /** Returns a member of {@code options} or {@code metadata}. */
    @Nullable
    Located inside(String object, String key) {
        return layers.reversed().stream().map(layer -> layer.get(object)).filter(Objects::nonNull)
                .map(found -> found.get(key)).filter(Objects::nonNull).findFirst().orElse(null);
    }

    List<Located> assertions() {
        var disabled = inside("options", "disableDefaultAsserts");
        return layers.stream().skip(disabled != null && "true".equals(disabled.text()) ? 1 : 0)
                .map(layer -> layer.get("assert")).filter(Objects::nonNull).flatMap(list -> list.items().stream())
                .toList();
    }

    /** Inserts this test's variables; {@code env} gives what stands for a variable of the environment. */
    VarTemplate.Names names(UnaryOperator<String> env) {
        return (name, asJson) -> name.startsWith("env.") ? env.apply(name.substring("env.".length()))
                : VarTemplate.inserted(VarTemplate.at(name, vars), asJson);
    }
}
