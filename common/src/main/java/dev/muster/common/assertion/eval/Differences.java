package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.result.Difference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The first few places where two values differ, as words and as data. Callers stop adding when it is full. */
final class Differences {

    static final int MOST = 20;
    private static final int MOST_SHOWN = 3;
    private static final int MOST_KEPT = 5;

    private final int most;
    private final List<String> words = new ArrayList<>();
    final List<Difference> kept = new ArrayList<>();

    private Differences(int most) {
        this.most = most;
    }

    static Differences all() {
        return new Differences(MOST);
    }

    /** Creates one that only tells whether there is a difference. */
    static Differences any() {
        return new Differences(1);
    }

    void add(String at, @Nullable JsonNode expected, @Nullable JsonNode found, String sentence) {
        if (isFull()) {
            return;
        }
        words.add(sentence);
        if (kept.size() < MOST_KEPT) {
            kept.add(new Difference(at, expected == null ? null : Excerpt.data(expected),
                    found == null ? null : Excerpt.data(found)));
        }
    }

    void missing(String at, JsonNode expected) {
        add(at, expected, null, "it has no " + at);
    }

    void instead(String at, JsonNode expected, JsonNode found) {
        var alike = !expected.isString() || !found.isString() ? Optional.<String>empty()
                : LookAlikes.between(found.stringValue(), expected.stringValue());
        add(at, expected, found, "at " + at + " it has " + Excerpt.of(found) + " instead of " + Excerpt.of(expected)
                + alike.map(words -> ", which " + words).orElse(""));
    }

    void tooMuch(String at, JsonNode found) {
        add(at, null, found, "it has " + at + " too");
    }

    boolean isFull() {
        return words.size() >= most;
    }

    boolean none() {
        return words.isEmpty();
    }

    int count() {
        return words.size();
    }

    /** Returns the first few as half a sentence; empty when there is none. */
    String words() {
        var shown = String.join("; ", words.subList(0, Math.min(MOST_SHOWN, words.size())));
        int more = words.size() - MOST_SHOWN;
        return more <= 0 ? shown : shown + "; and " + (isFull() ? "at least " : "") + more + " more";
    }

    /** {@code ": "} and the words; "" when there is no difference. */
    String behindColon() {
        return none() ? "" : ": " + words();
    }
}
