package dev.muster.common.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import tools.jackson.databind.JsonNode;

/** What a call's arguments must have at least. */
sealed interface ArgumentShape {

    /** Marks a text as an RE2 pattern. */
    String PATTERN = "regex:";

    /** What is wrong with a value, in words; empty when it fits. */
    Optional<String> mismatch(JsonNode found, String at);

    static ArgumentShape compile(JsonNode wanted) throws AssertionFault {
        if (wanted.isObject()) {
            var fields = new LinkedHashMap<String, ArgumentShape>();
            for (var entry : wanted.properties()) {
                fields.put(entry.getKey(), compile(entry.getValue()));
            }
            return new Fields(fields);
        }
        if (wanted.isArray()) {
            var items = new ArrayList<ArgumentShape>();
            for (var item : wanted) {
                items.add(compile(item));
            }
            return new Items(items);
        }
        return wanted.isString() && wanted.stringValue().startsWith(PATTERN)
                ? new Matching(BoundedPattern.compile(wanted.stringValue().substring(PATTERN.length()).strip()))
                : new Exactly(wanted);
    }

    /** Equal. */
    record Exactly(JsonNode wanted) implements ArgumentShape {
        @Override
        public Optional<String> mismatch(JsonNode found, String at) {
            return JsonEquality.difference(wanted, found, at);
        }
    }

    /** A text matches; anything else is matched as its JSON. */
    record Matching(BoundedPattern pattern) implements ArgumentShape {
        @Override
        public Optional<String> mismatch(JsonNode found, String at) {
            var text = found.isString() ? found.stringValue() : found.toString();
            return pattern.search(text).found()
                    ? Optional.empty()
                    : Optional.of(
                            "at " + at + " it has " + Excerpt.of(found) + ", which does not match /" + pattern + "/");
        }
    }

    /** An object has at least these. */
    record Fields(Map<String, ArgumentShape> wanted) implements ArgumentShape {
        @Override
        public Optional<String> mismatch(JsonNode found, String at) {
            if (!found.isObject()) {
                return Optional.of("at " + at + " it has " + Excerpt.of(found) + ", which is no object");
            }
            return wanted.entrySet().stream()
                    .flatMap(
                            field -> field(field.getKey(), field.getValue(), found, at + "." + field.getKey()).stream())
                    .findFirst();
        }

        private static Optional<String> field(String name, ArgumentShape shape, JsonNode found, String at) {
            var value = found.get(name);
            return value == null ? Optional.of("it has no " + at) : shape.mismatch(value, at);
        }
    }

    /** A list of the same length whose elements fit, in order. */
    record Items(List<ArgumentShape> wanted) implements ArgumentShape {
        @Override
        public Optional<String> mismatch(JsonNode found, String at) {
            if (!found.isArray() || found.size() != wanted.size()) {
                return Optional.of("at " + at + " it has " + Excerpt.of(found) + " instead of a list of "
                        + Excerpt.counted(wanted.size(), "element"));
            }
            for (int i = 0; i < wanted.size(); i++) {
                var mismatch = wanted.get(i).mismatch(found.get(i), at + "[" + i + "]");
                if (mismatch.isPresent()) {
                    return mismatch;
                }
            }
            return Optional.empty();
        }
    }
}
