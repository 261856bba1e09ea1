package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.files.BuildFile;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.About;
import tools.jackson.databind.JsonNode;

/**
 * Labels of a run from the variables of a CI system: its branch, commit and build, and what a pull request is based on.
 */
public final class CiLabels {

    /** By a variable that only this system sets, and by label: the first text whose variables are all set counts. */
    private static final JsonNode SYSTEMS = Json.MAPPER.readTree(BuildFile.text("/ci-systems.json"));

    private CiLabels() {}

    /** Whether a command runs in a CI system, as every one of them says. */
    public static boolean isCi(Map<String, String> environment) {
        var value = environment.getOrDefault("CI", "").strip();
        return !value.isEmpty() && !value.equalsIgnoreCase("false");
    }

    /** Returns the labels in a fixed order; empty outside of a CI system. What is no label is left out. */
    public static Map<String, String> of(Map<String, String> environment) {
        var labels = new LinkedHashMap<String, String>();
        SYSTEMS.propertyStream().filter(system -> !environment.getOrDefault(system.getKey(), "").isBlank()).findFirst()
                .ifPresent(system -> system.getValue().forEachEntry((name, texts) -> texts.valueStream()
                        .map(text -> plain(name, filled(text.stringValue(), environment)))
                        .filter(value -> isLabel(name, value)).findFirst()
                        .ifPresent(value -> labels.put(name, value))));
        return labels;
    }

    /** Returns an empty text when a variable is not set. */
    private static String filled(String text, Map<String, String> environment) {
        var filled = new StringBuilder();
        int at = 0;
        for (int open = text.indexOf("${"); open >= 0; open = text.indexOf("${", at)) {
            int close = text.indexOf('}', open);
            var value = environment.getOrDefault(text.substring(open + 2, close), "").strip();
            if (value.isEmpty()) {
                return "";
            }
            filled.append(text, at, open).append(value);
            at = close + 1;
        }
        return filled.append(text, at, text.length()).toString();
    }

    /** Azure writes whole references, and the Git of Jenkins names the remote; an address may have a login. */
    private static String plain(String name, String value) {
        return name.equals(About.REPOSITORY) ? value.substring(value.lastIndexOf('@') + 1)
                : Stream.of("refs/heads/", "origin/").filter(value::startsWith)
                        .map(prefix -> value.substring(prefix.length())).findFirst().orElse(value);
    }

    private static boolean isLabel(String name, String value) {
        return new About(Map.of(name, value), null, About.SEED, null, null).troubles().isEmpty();
    }
}
