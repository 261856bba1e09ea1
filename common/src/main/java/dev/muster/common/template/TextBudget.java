package dev.muster.common.template;

import module java.base;

/**
 * A bound on the characters that the names in texts become: a short text that repeats a long value takes memory without
 * bound. Shared by all texts of an attempt, or of a request.
 */
public final class TextBudget {

    /** The most characters of one text. */
    public static final int ONE_TEXT = 8_000_000;

    /** The most characters of all texts together. */
    public static final int ALL_TEXTS = 32_000_000;

    private final long most;
    private final AtomicLong used = new AtomicLong();

    public TextBudget() {
        this(ALL_TEXTS);
    }

    public TextBudget(long most) {
        this.most = most;
    }

    /** Takes the characters of a value before it is put into a text. */
    void take(long before, int value) {
        if (before + value > ONE_TEXT) {
            throw new TooMuchText("a text of the test has more than " + ONE_TEXT / 1_000_000
                    + " million characters after its names are filled in");
        }
        take(value);
    }

    public void take(long characters) {
        if (used.addAndGet(characters) > most) {
            throw new TooMuchText("the values that are filled in have more than " + most / 1_000_000
                    + " million characters together");
        }
    }
}
