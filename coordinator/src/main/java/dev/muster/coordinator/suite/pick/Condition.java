package dev.muster.coordinator.suite.pick;

import module java.base;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.muster.coordinator.suite.source.Nearest;
import org.jspecify.annotations.Nullable;

/** One {@code -k} or {@code --shard}: a condition on a case. */
sealed interface Condition {

    /** The marks of conditions that are no part of a name. */
    List<String> MARKS = List.of("label:", "file:", "is:");
    List<String> STATES = List.of("failed", "changed");

    /** Whether a case fulfils it, as far as is known before the case is read completely. */
    default boolean holds(Candidate candidate, PastVerdicts past) {
        var name = candidate.name();
        return switch (this) {
            case Part(var text) -> isIn(text, candidate.key()) || (name != null && isIn(text, name));
            case Matching(var pattern) -> pattern.matcher(candidate.id()).find()
                    || pattern.matcher(candidate.key()).find() || (name != null && pattern.matcher(name).find());
            case Label(var label, var value) -> candidate.labels().containsKey(label)
                    && (value == null || value.equalsIgnoreCase(candidate.labels().get(label)));
            case InFile(var text) -> isIn(text, candidate.file());
            case Failed() -> past.failed(candidate);
            case Changed _ -> true;
            case Not(var excluded) -> !excluded.holds(candidate, past);
            case Shard(var index, var count) -> {
                var crc = new CRC32();
                crc.update(candidate.key().getBytes(StandardCharsets.UTF_8));
                yield crc.getValue() % count == index - 1;
            }
        };
    }

    /**
     * Part of the id, the name or the key.
     *
     * @param text in lower case
     */
    record Part(String text) implements Condition {}

    /** An RE2 pattern, found in the id, the name or the key. */
    record Matching(Pattern pattern) implements Condition {}

    /** @param value null for any */
    record Label(String name, @Nullable String value) implements Condition {}

    /**
     * Part of the path of the file.
     *
     * @param text in lower case
     */
    record InFile(String text) implements Condition {}

    /** The newest verdict is no pass. */
    record Failed() implements Condition {}

    /**
     * The definition differs from that of the newest verdict: known only once the case is read, so until then it holds.
     *
     * @param excludes whether the changed cases are left out instead
     */
    record Changed(boolean excludes) implements Condition {
        boolean holds(Candidate candidate, String definition, PastVerdicts past) {
            return past.changed(candidate, definition) != excludes;
        }
    }

    record Not(Condition excluded) implements Condition {}

    /** @param index from 1 */
    record Shard(int index, int count) implements Condition {}

    static Condition of(String written) throws WrongCondition {
        if (written.startsWith("!")) {
            return switch (of(written.substring(1))) {
                case Changed(var excludes) -> new Changed(!excludes);
                case Condition excluded -> new Not(excluded);
            };
        }
        if (written.isBlank()) {
            throw new WrongCondition(
                    "is empty; write a part of an id, /RE2/, label:NAME=VALUE, file:PART, is:failed or "
                            + "is:changed, each with ! before it to exclude");
        }
        if (written.length() > 1 && written.startsWith("/") && written.endsWith("/")) {
            return pattern(written.substring(1, written.length() - 1));
        }
        int colon = written.indexOf(':') + 1;
        var rest = written.substring(colon);
        return switch (written.substring(0, colon)) {
            case "label:" -> label(rest);
            case "file:" -> new InFile(lower(needed(rest, "file: takes a part of a path, as in file:refunds")));
            case "is:" -> state(rest);
            case "id:", "case:", "name:", "key:" -> throw new WrongCondition("needs no '" + written.substring(0, colon)
                    + "'; write -k " + rest + " for a part of an id or a name, -k /^" + Pattern.quote(rest)
                    + "$/ for all of it, or FILE#" + rest + " for one case of a file");
            case String other when !Nearest.hint(other, MARKS).isEmpty() ->
                throw new WrongCondition("unknown '" + other + "'" + Nearest.hint(other, MARKS));
            default -> new Part(lower(written));
        };
    }

    static Condition shard(String written) throws WrongCondition {
        int slash = written.indexOf('/');
        try {
            int index = Integer.parseInt(written.substring(0, Math.max(0, slash)).strip());
            int count = Integer.parseInt(written.substring(slash + 1).strip());
            if (index >= 1 && index <= count) {
                return new Shard(index, count);
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new WrongCondition("takes I/N with I from 1 to N, as in 1/4 for the first of four parts");
    }

    private static Condition pattern(String source) throws WrongCondition {
        try {
            return new Matching(Pattern.compile(needed(source, "the pattern between the slashes is missing")));
        } catch (PatternSyntaxException e) {
            throw new WrongCondition("is not an RE2 pattern: " + e.getDescription());
        }
    }

    private static Condition label(String rest) throws WrongCondition {
        int equals = rest.indexOf('=');
        var name = needed(equals < 0 ? rest : rest.substring(0, equals),
                "label: takes NAME=VALUE, or NAME for any value, as in label:team=payments");
        return new Label(name, equals < 0 ? null : rest.substring(equals + 1));
    }

    private static Condition state(String rest) throws WrongCondition {
        return switch (rest) {
            case "failed" -> new Failed();
            case "changed" -> new Changed(false);
            default -> throw new WrongCondition("is: takes failed or changed, not '" + rest + "'"
                    + Nearest.hint(rest, STATES));
        };
    }

    private static String needed(String text, String otherwise) throws WrongCondition {
        if (text.isBlank()) {
            throw new WrongCondition(otherwise);
        }
        return text;
    }

    /** @param part in lower case */
    private static boolean isIn(String part, String text) {
        return lower(text).contains(part);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
