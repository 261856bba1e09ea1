package dev.muster.worker.call;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertions;
import dev.muster.common.option.AwaitingRules;
import org.jspecify.annotations.Nullable;

/** Detects that an agent waits when it does not declare it, by the tools and texts that ask. */
public final class AwaitingDetector {

    private static final List<String> OPENINGS = List.of("what", "how", "when", "where", "which", "who", "please",
            "could you");
    private static final List<String> REQUESTS = List.of("confirm?", "verify?", "proceed?", "continue?");
    /** In the last sentence; "Please let me know if that helps." is not one. */
    private static final List<String> PLEAS = List.of("could you", "please provide", "please enter", "please give",
            "please send", "please tell", "please choose", "please select", "please specify", "please confirm",
            "please upload", "please share", "please type", "please reply", "please answer", "please state");

    /** Question marks of full-width, Arabic, Armenian and Greek writing, and joined ones. */
    private static final Pattern OTHER_MARKS = Pattern
            .compile("[\\uFF1F\\u061F\\u055E\\u037E\\u2047-\\u2049\\u203D]");
    /** Signs of Markdown and quotes that stand around words. */
    private static final String SIGNS = "*_\"'#-";

    public final AskingTools tools;
    private final AwaitingRules.Text text;
    private final @Nullable CompiledAssertions pattern;

    public AwaitingDetector(AwaitingRules rules) {
        this.tools = new AskingTools(rules.tools());
        this.text = Objects.requireNonNullElse(rules.text(), AwaitingRules.Text.SEED_AND_SENTENCE);
        this.pattern = rules.pattern() == null ? null : compiled(rules.pattern());
    }

    boolean asks(AgentReply reply) {
        return switch (text) {
            case OFF -> false;
            case SEED -> asks(reply.content().text());
            case SEED_AND_SENTENCE -> asks(reply.content().text()) || asksAtTheEnd(reply.content().text());
        } || (pattern != null && pattern.evaluate(reply).getFirst().passed());
    }

    private static boolean asks(String text) {
        var bare = bare(text);
        var lower = bare.toLowerCase(Locale.ROOT);
        return bare.endsWith("?") || OPENINGS.stream().anyMatch(opening -> begins(lower, opening))
                || REQUESTS.stream().anyMatch(lower::contains);
    }

    private static boolean asksAtTheEnd(String text) {
        var last = lastSentence(bare(text)).toLowerCase(Locale.ROOT);
        return last.endsWith("?") || PLEAS.stream().anyMatch(plea -> begins(last, plea));
    }

    /** With these words: "However, …" does not begin with "how". */
    private static boolean begins(String text, String words) {
        return text.startsWith(words) && (text.length() == words.length() || !isWord(text.charAt(words.length())));
    }

    /** Returns the words of a text: without markup, quotes, brackets and emoji around them, and with plain marks. */
    private static String bare(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isAround(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (from < to && isAround(text.codePointBefore(to))) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return OTHER_MARKS.matcher(text.substring(from, to)).replaceAll("?");
    }

    private static boolean isAround(int character) {
        return SIGNS.indexOf(character) >= 0 || switch (Character.getType(character)) {
            case Character.UPPERCASE_LETTER, Character.LOWERCASE_LETTER, Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER, Character.OTHER_LETTER, Character.DECIMAL_DIGIT_NUMBER,
                    Character.LETTER_NUMBER, Character.OTHER_NUMBER, Character.OTHER_PUNCTUATION,
                    Character.DASH_PUNCTUATION, Character.CONNECTOR_PUNCTUATION ->
                false;
            default -> true;
        };
    }

    /** It begins after a full stop or mark followed by white space, or after the last line break. */
    private static String lastSentence(String text) {
        for (int at = text.length() - 1; at > 0; at--) {
            char before = text.charAt(at - 1);
            char here = text.charAt(at);
            if (here == '\n'
                    || (Character.isWhitespace(here) && (before == '.' || before == '!' || before == '?'))) {
                return text.substring(at).strip();
            }
        }
        return text;
    }

    private static boolean isWord(char c) {
        return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
    }

    private static CompiledAssertions compiled(String pattern) {
        try {
            return CompiledAssertions.compile(List.of(Assertion.of(new TextCheck.Regex(pattern))));
        } catch (AssertionFault fault) {
            throw new IllegalArgumentException("awaiting.pattern: " + fault.getMessage(), fault);
        }
    }
}
