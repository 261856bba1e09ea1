package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.model.Invisible;

/**
 * Limits of a suite and a run. Those who read a suite apply them, and so does who admits a run: it may come from
 * others.
 */
public final class SuiteLimits {

    /** How often a case runs in a cell. */
    public static final int MOST_REPEATS = 10_000;
    public static final int MOST_CELLS = 1_000;
    public static final int MOST_RESULTS = 20_000_000;

    /** Rows of a table of {@code each}. */
    public static final int MOST_ROWS = 1_000_000;

    /** How often a case may be tried again. */
    public static final int MOST_RETRIES = 100;

    /** Bytes of an id in UTF-8. An entry of an index of PostgreSQL has 2,700, in which its agent's name is, too. */
    public static final int LONGEST_ID = 1_000;
    /** Bytes of a key, which has the file's name in front. */
    public static final int LONGEST_KEY = 2_000;
    /** Bytes of an agent's name. */
    public static final int LONGEST_NAME = 500;
    private static final String NUL = "\\u0000";

    private SuiteLimits() {}

    /** Returns what is wrong with a case's id or key, as the end of a sentence; empty when nothing is. */
    public static Optional<String> troubleOfName(String name, int longest) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > longest) {
            return Optional.of("has " + bytes + " bytes in UTF-8; give it at most " + longest);
        }
        return name.codePoints().anyMatch(Character::isISOControl)
                ? Optional.of("must be one line without control characters")
                : Invisible.in(name).map(character -> "has the invisible character " + character
                        + ", so that it looks like another; take it out");
    }

    /** Returns what is wrong with a case, as a sentence; empty when nothing is. */
    public static Optional<String> trouble(CaseDefinition each) {
        var repeat = each.repeat();
        return trouble("case " + shown(each.key()), repeat == null ? 1 : repeat)
                .or(() -> troubleOfName(each.id(), LONGEST_ID).or(() -> troubleOfName(each.key(), LONGEST_KEY))
                        .map(trouble -> "the id of a case " + trouble))
                .or(() -> hasNul(each) ? Optional.of("case " + shown(each.key()) + " has the character NUL in its name "
                        + "or labels; take it out") : Optional.empty());
    }

    private static boolean hasNul(CaseDefinition each) {
        var name = each.name();
        return (name != null && name.indexOf('\0') >= 0)
                || (each.json().contains(NUL) && each.testCase().identity().labels().toString().indexOf('\0') >= 0);
    }

    private static String shown(String key) {
        return key.length() <= LONGEST_NAME ? key : key.substring(0, LONGEST_NAME) + "…";
    }

    /** Returns what is wrong with what a run brings beside its cases, as a sentence; empty when nothing is. */
    public static Optional<String> trouble(RunRequest request) {
        var settings = request.settings();
        int retries = settings.policies().retries();
        if (retries < 0 || retries > MOST_RETRIES) {
            return Optional.of("this run has " + retries + " retries; give 0 to " + MOST_RETRIES);
        }
        if (settings.pacing().timeout().isNegative() || settings.pacing().timeout().isZero()) {
            return Optional.of("this run has a timeout of " + settings.pacing().timeout() + "; give more than 0");
        }
        if (request.agent().indexOf('\0') >= 0 || Json.MAPPER.writeValueAsString(settings).contains(NUL)) {
            return Optional.of("the settings of this run have the character NUL; take it out");
        }
        return settings.targets().agents().keySet().stream()
                .flatMap(name -> troubleOfName(name, LONGEST_NAME).map(trouble -> "the name of an agent " + trouble)
                        .stream())
                .findFirst().or(() -> trouble(settings.matrix()));
    }

    /** Returns what is wrong with a matrix, as a sentence; empty when nothing is. */
    public static Optional<String> trouble(Matrix matrix) {
        return matrix.cells().size() > MOST_CELLS
                ? Optional.of("this run has " + matrix.cells().size() + " cells, and a run has at most " + MOST_CELLS)
                : trouble("this run", matrix.repeat());
    }

    /** @param what for the sentence, such as {@code case a.jsonl#1} */
    public static Optional<String> trouble(String what, int repeats) {
        return repeats < 1 || repeats > MOST_REPEATS
                ? Optional.of(what + " has " + repeats + " repeats; give 1 to " + MOST_REPEATS) : Optional.empty();
    }

    /** Returns what is wrong with the number of results that a run would have. */
    public static Optional<String> trouble(long results) {
        return results > MOST_RESULTS
                ? Optional.of("this run would have " + results + " results, and a run has at most "
                        + MOST_RESULTS + "; take fewer cases, cells or repeats")
                : Optional.empty();
    }
}
