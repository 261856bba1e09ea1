package dev.muster.coordinator.suite.input;

import module java.base;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;

/** Whether an object is a case of a test, or was to be one: with mistyped keys, or with its cases under a key. */
final class NearCase {

    /** Keys that nothing but a suite has. */
    private static final List<String> JUDGED = List.of("assertions", "assert");
    /** Spellings of them, without regard to case. */
    private static final List<String> NEARLY_JUDGED = List.of("assertions", "assert", "assertion", "asserts");
    /** Keys under which other tools have their cases. */
    private static final List<String> LISTS = List.of("cases", "tests", "testcases", "test_cases");
    /** Keys of cases long enough that two wrong letters do not make another word. */
    private static final int LONG = 8;

    private NearCase() {}

    static boolean is(Node.Obj object) {
        return isCase(object) || object.members().entrySet().stream()
                .anyMatch(member -> isAny(member.getKey(), LISTS) && hasCases(member.getValue().value()));
    }

    private static boolean isCase(Node.Obj object) {
        var keys = object.members().keySet();
        boolean says = keys.stream().anyMatch(key -> isAny(key, DialectMarks.INPUTS)
                || Nearest.distance(key, "input") <= 1);
        boolean isOther = keys.stream().anyMatch(key -> isAny(key, DialectMarks.CASE)
                || isAny(key, NEARLY_JUDGED) || DialectMarks.CASE.stream().anyMatch(name -> isNear(key, name)));
        return (says && isOther) || DialectMarks.hasAny(object, JUDGED)
                || keys.stream().anyMatch(key -> isAny(key, NEARLY_JUDGED));
    }

    private static boolean hasCases(Node value) {
        return value instanceof Node.Items items
                && items.nodes().stream().anyMatch(each -> each instanceof Node.Obj object && isCase(object));
    }

    private static boolean isNear(String key, String name) {
        return name.length() >= LONG && Nearest.distance(key, name) <= 2;
    }

    private static boolean isAny(String key, List<String> names) {
        return names.stream().anyMatch(key::equalsIgnoreCase);
    }
}
