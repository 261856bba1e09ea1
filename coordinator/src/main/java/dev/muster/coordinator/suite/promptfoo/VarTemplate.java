package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The part of promptfoo's template language that is carried over: {@code {{name.member}}}. */
final class VarTemplate {

    private static final Set<String> HARMLESS = Set.of("safe", "string");

    private VarTemplate() {}

    /** Inserts what each name stands for. */
    interface Names {

        String value(String name, boolean asJson) throws CannotCarry;
    }

    static boolean isIn(String text) {
        return text.contains("{{") || text.contains("{%");
    }

    /** @throws CannotCarry for filters, conditions and loops */
    static String render(String text, Names names) throws CannotCarry {
        if (text.contains("{%") || text.contains("{#")) {
            throw new CannotCarry("a template with {% … %} is not carried over; write out its cases");
        }
        var rendered = new StringBuilder();
        int done = 0;
        for (int open = text.indexOf("{{"); open >= 0; open = text.indexOf("{{", done)) {
            int close = text.indexOf("}}", open);
            if (close < 0) {
                break;
            }
            rendered.append(text, done, open).append(value(text.substring(open + 2, close), names));
            done = close + 2;
        }
        return rendered.append(text, done, text.length()).toString();
    }

    private static String value(String written, Names names) throws CannotCarry {
        var parts = parts(trimmed(written), '|');
        boolean asJson = false;
        for (var filter : parts.subList(1, parts.size())) {
            asJson |= filter.strip().equals("dump");
            if (!filter.strip().equals("dump") && !HARMLESS.contains(filter.strip())) {
                throw new CannotCarry("the filter '" + filter.strip() + "' in {{" + written
                        + "}} is not carried over; write its result into the variable");
            }
        }
        var name = parts.getFirst().strip();
        if (name.isEmpty()
                || !name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-')) {
            throw new CannotCarry("the expression {{" + written + "}} is not carried over; only names are");
        }
        return names.value(name, asJson);
    }

    static List<String> parts(String text, char separator) {
        var parts = new ArrayList<String>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            parts.add(text.substring(from, at));
            from = at + 1;
        }
        parts.add(text.substring(from));
        return parts;
    }

    private static String trimmed(String written) {
        return written.startsWith("-") ? trimmed(written.substring(1))
                : written.endsWith("-") ? trimmed(written.substring(0, written.length() - 1)) : written;
    }

    /** Returns the value of a path of names, such as {@code order.id}; null for none. */
    static @Nullable JsonNode at(String path, Map<String, JsonNode> vars) {
        var steps = parts(path, '.');
        JsonNode found = vars.get(steps.getFirst());
        for (var step : steps.subList(1, steps.size())) {
            found = found == null ? null
                    : found.isArray() && step.chars().allMatch(Character::isDigit) && !step.isEmpty()
                            ? found.get(Integer.parseInt(step)) : found.get(step);
        }
        return found;
    }

    /** Returns a value as promptfoo inserts it. */
    static String inserted(@Nullable JsonNode value, boolean asJson) {
        return value == null || value.isNull() ? ""
                : asJson || !value.isString() ? value.toString() : value.stringValue();
    }

    /** Removes the loops over {@code _conversation}: Muster sends the history by itself. */
    static String withoutHistory(String text) {
        int open = text.indexOf("{%");
        int end = text.indexOf("endfor");
        if (open < 0 || end < open || !text.substring(open, end).contains("_conversation")) {
            return text;
        }
        int close = text.indexOf("%}", end);
        return close < 0 ? text : withoutHistory(text.substring(0, open) + text.substring(close + 2));
    }
}
