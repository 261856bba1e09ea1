package dev.muster.common.template;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.eval.AlwaysHolds;

/** Refuses values with which an assertion would look for nothing, and so hold whatever the agent answers. */
final class SoughtValues {

    /** Marks a text of expected arguments as a pattern. */
    private static final String PATTERN = "regex:";

    private SoughtValues() {}

    /**
     * Returns the text with its values.
     *
     * @throws UndefinedName when it is searched for, and nothing is left of it
     */
    static String sound(Check check, String written, String filled) {
        boolean pattern = filled.startsWith(PATTERN);
        var sought = pattern ? filled.substring(PATTERN.length()) : filled;
        if ((pattern || check.searches()) && AlwaysHolds.isBlank(sought) && !filled.equals(written)) {
            throw empty(check, TemplateNames.all(written), "nothing is left to look for");
        }
        return filled;
    }

    /**
     * Returns the assertion with its values.
     *
     * @throws UndefinedName when it holds in any case, and did not as it was written
     */
    static Assertion sound(Assertion written, Assertion filled) {
        var reason = AlwaysHolds.reason(written).isPresent() ? Optional.<String>empty() : AlwaysHolds.reason(filled);
        if (reason.isPresent()) {
            throw empty(written.check(), TemplateNames.all(written.written().toString()), reason.get());
        }
        return filled;
    }

    private static UndefinedName empty(Check check, List<String> names, String why) {
        var values = names.stream().distinct().map(name -> "${" + name + "}").collect(Collectors.joining(", "));
        return new UndefinedName(values + (names.size() == 1 ? " is" : " are") + " empty in the assertion '"
                + check.label() + "': " + why,
                names.stream().anyMatch(name -> name.startsWith(Variables.CAPTURED)));
    }
}
