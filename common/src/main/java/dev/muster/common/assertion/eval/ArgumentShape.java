package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.ArgsMatch;
import tools.jackson.databind.JsonNode;

/** The expected shape of a call's arguments, or of a result. */
sealed interface ArgumentShape {

    /** Marks a text as an RE2 pattern. */
    String PATTERN = "regex:";

    /** Adds the places where a value does not match; patterns take their steps from the budget. */
    void compare(JsonNode found, String at, Differences into, StepBudget budget);

    static ArgumentShape compile(JsonNode expected, ArgsMatch match) throws AssertionFault {
        if (expected.isObject()) {
            var fields = new LinkedHashMap<String, ArgumentShape>();
            for (var entry : expected.properties()) {
                fields.put(entry.getKey(), compile(entry.getValue(), match));
            }
            return new Fields(expected, fields, match);
        }
        if (expected.isArray()) {
            var items = new ArrayList<ArgumentShape>();
            for (var item : expected) {
                items.add(compile(item, match));
            }
            return new Items(expected, items);
        }
        return expected.isString() && expected.stringValue().startsWith(PATTERN)
                ? new Matching(expected,
                        BoundedPattern.compile(expected.stringValue().substring(PATTERN.length()).strip()))
                : new Exactly(expected);
    }

    /** The value is equal. */
    record Exactly(JsonNode expected) implements ArgumentShape {
        @Override
        public void compare(JsonNode found, String at, Differences into, StepBudget budget) {
            JsonEquality.compare(expected, found, at, into);
        }
    }

    /** A text matches the pattern; any other value is matched as JSON text. */
    record Matching(JsonNode written, BoundedPattern pattern) implements ArgumentShape {
        @Override
        public void compare(JsonNode found, String at, Differences into, StepBudget budget) {
            if (!pattern.isIn(AnsweredCall.text(found), budget)) {
                into.add(at, written, found,
                        "at " + at + " it has " + Excerpt.of(found) + ", which does not match /" + pattern + "/");
            }
        }
    }

    /** An object has at least, at most, or exactly these members. */
    record Fields(JsonNode written, Map<String, ArgumentShape> expected, ArgsMatch match) implements ArgumentShape {
        @Override
        public void compare(JsonNode found, String at, Differences into, StepBudget budget) {
            if (!found.isObject()) {
                into.add(at, written, found, "at " + at + " it has " + Excerpt.of(found) + ", which is not an object");
                return;
            }
            expected.forEach((name, shape) -> field(name, shape, found, at + "." + name, into, budget));
            if (match != ArgsMatch.SUBSET) {
                found.properties().stream().filter(entry -> !expected.containsKey(entry.getKey()))
                        .forEach(entry -> into.tooMuch(at + "." + entry.getKey(), entry.getValue()));
            }
        }

        private void field(String name, ArgumentShape shape, JsonNode found, String at, Differences into,
                StepBudget budget) {
            var value = found.get(name);
            if (value != null && !into.isFull()) {
                shape.compare(value, at, into, budget);
            } else if (value == null && match != ArgsMatch.SUPERSET) {
                into.missing(at, written.path(name));
            }
        }
    }

    /** A list of the same length whose elements match, in order. */
    record Items(JsonNode written, List<ArgumentShape> expected) implements ArgumentShape {
        @Override
        public void compare(JsonNode found, String at, Differences into, StepBudget budget) {
            if (!found.isArray() || found.size() != expected.size()) {
                into.add(at, written, found, "at " + at + " it has " + Excerpt.of(found) + " instead of a list of "
                        + Excerpt.counted(expected.size(), "element"));
                return;
            }
            for (int i = 0; i < expected.size() && !into.isFull(); i++) {
                expected.get(i).compare(found.get(i), at + "[" + i + "]", into, budget);
            }
        }
    }
}
