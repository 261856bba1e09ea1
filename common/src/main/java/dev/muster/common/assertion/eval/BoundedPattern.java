package dev.muster.common.assertion.eval;

import module java.base;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * An RE2 pattern with a bounded worst case. RE2 needs at most (program size × characters) steps, so both are limited:
 * the program at compilation, the characters at each use.
 */
record BoundedPattern(Pattern pattern) {

    /** Maximum number of instructions; {@code .{0,500}} takes 1,000. */
    static final int LARGEST_PROGRAM = 5_000;
    /** Maximum length of a pattern in characters. */
    static final int LONGEST_PATTERN = 10_000;

    /** Cases of a suite often have the same patterns, and compiling one takes longer than searching a reply. */
    private static final Map<String, BoundedPattern> KNOWN = new ConcurrentHashMap<>();
    private static final int MOST_KNOWN = 256;
    private static final int LONGEST_KNOWN = 500;

    /** Appended to the name of the searched text. */
    static final String LIMIT = ", as patterns may take at most " + StepBudget.MOST_STEPS + " steps";

    /** The result of a search; {@code from} and {@code to} are valid only when it was found. */
    record Search(boolean found, int from, int to, int charactersSeen) {

        boolean sawAllOf(String text) {
            return charactersSeen == text.length();
        }
    }

    static BoundedPattern compile(String source) throws AssertionFault {
        var known = KNOWN.get(source);
        if (known != null) {
            return known;
        }
        var compiled = compiled(source);
        if (source.length() <= LONGEST_KNOWN && KNOWN.size() < MOST_KNOWN) {
            KNOWN.put(source, compiled);
        }
        return compiled;
    }

    private static BoundedPattern compiled(String source) throws AssertionFault {
        if (source.length() > LONGEST_PATTERN) {
            throw new AssertionFault("the pattern has " + source.length() + " characters; the limit is "
                    + LONGEST_PATTERN);
        }
        if (EndlessFolding.isIn(source)) {
            throw new AssertionFault("the pattern " + Excerpt.of(source) + " ignores case for the letters U+1C80 to"
                    + " U+1C88, which RE2 can't: write smaller ranges, or put (?-i) before this one");
        }
        if (ProgramSize.estimate(source) > 4 * LARGEST_PROGRAM) {
            throw tooLarge(source);
        }
        var pattern = parse(source);
        if (pattern.programSize() > LARGEST_PROGRAM) {
            throw tooLarge(source);
        }
        return new BoundedPattern(pattern);
    }

    private static Pattern parse(String source) throws AssertionFault {
        try {
            return Pattern.compile(source);
        } catch (PatternSyntaxException wrong) {
            throw new AssertionFault(
                    "the pattern " + Excerpt.of(source) + " is not an RE2 pattern: " + wrong.getDescription()
                            + hint(source),
                    wrong);
        }
    }

    private static AssertionFault tooLarge(String source) {
        return new AssertionFault("the pattern " + Excerpt.of(source) + " repeats too much (more than "
                + LARGEST_PROGRAM + " steps when its repetitions are written out); use smaller counts or *");
    }

    private static String hint(String source) {
        if (source.contains("(?=") || source.contains("(?!") || source.contains("(?<=") || source.contains("(?<!")) {
            return "; RE2 has no lookahead and no lookbehind: write two assertions, one of them with negate";
        }
        if (hasBackreference(source)) {
            return "; RE2 has no backreferences (\\1): write out what may be repeated";
        }
        return source.contains("(?>") || source.contains("*+") || source.contains("++")
                ? "; RE2 has no possessive or atomic groups, and needs none: leave the + or ?> out"
                : "";
    }

    private static boolean hasBackreference(String source) {
        for (int at = source.indexOf('\\'); at >= 0 && at + 1 < source.length(); at = source.indexOf('\\', at + 2)) {
            char next = source.charAt(at + 1);
            if (next == 'k' || (next >= '1' && next <= '9')) {
                return true;
            }
        }
        return false;
    }

    /** Searches a text, or as much of it as the bound allows. */
    Search search(String text) {
        return search(text, StepBudget.MOST_STEPS);
    }

    private Search search(String text, long steps) {
        int seen = (int) Math.min(text.length(), Math.max(0, steps) / Math.max(1, pattern.programSize()));
        var matcher = pattern.matcher(seen == text.length() ? text : text.substring(0, seen));
        return matcher.find() ? new Search(true, matcher.start(), matcher.end(), seen) : new Search(false, 0, 0, seen);
    }

    /**
     * Whether the text contains a match.
     *
     * @throws LimitExceeded when it was not found, and the bound left a part of the text unseen
     */
    boolean isIn(String text, StepBudget budget) {
        var search = search(text, budget.left());
        budget.spend((long) pattern.programSize() * search.charactersSeen());
        if (!search.found() && !search.sawAllOf(text)) {
            throw tooCostly(search.charactersSeen(), text.length());
        }
        return search.found();
    }

    /** Whether it finds a match without characters: in an empty text, or at an edge of a word or of a text. */
    boolean matchesNothing() {
        return Stream.of("", "a 1").map(this::search).anyMatch(found -> found.found() && found.from() == found.to());
    }

    /**
     * Returns the text with every match replaced.
     *
     * @throws LimitExceeded when the bound leaves a part of the text unseen
     */
    String replaced(String text, String by, StepBudget budget) {
        long steps = (long) pattern.programSize() * text.length();
        if (steps > budget.left()) {
            throw tooCostly((int) (budget.left() / Math.max(1, pattern.programSize())), text.length());
        }
        budget.spend(steps);
        return pattern.matcher(text).replaceAll(com.google.re2j.Matcher.quoteReplacement(by));
    }

    private LimitExceeded tooCostly(int seen, int length) {
        return new LimitExceeded("but only the first " + seen + " of " + length
                + " characters could be searched with the pattern /" + this + "/" + LIMIT);
    }

    /** Returns the pattern for messages, shortened if long. */
    @Override
    public String toString() {
        return Excerpt.shortened(pattern.pattern());
    }
}
