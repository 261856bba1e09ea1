package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertions;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.AwaitingRules.Text;
import org.jspecify.annotations.Nullable;

/** Detects that an agent waits when it does not declare it, by the tools and texts that ask. */
final class AwaitingDetector {

    private static final List<String> OPENINGS = List.of("what", "how", "when", "where", "which", "who", "please",
            "could you");
    private static final List<String> REQUESTS = List.of("confirm?", "verify?", "proceed?", "continue?");
    /** In the last sentence; "Please let me know if that helps." is not one. */
    private static final List<String> PLEAS = List.of("could you", "please provide", "please enter", "please give",
            "please send", "please tell", "please choose", "please select", "please specify", "please confirm",
            "please upload", "please share", "please type", "please reply", "please answer", "please state");

    private final AskingTools tools;
    private final Text text;
    private final @Nullable CompiledAssertions pattern;

    AwaitingDetector(AwaitingRules rules) {
        this.tools = new AskingTools(rules.tools());
        this.text = Objects.requireNonNullElse(rules.text(), Text.SEED_AND_SENTENCE);
        this.pattern = rules.pattern() == null ? null : compiled(rules.pattern());
    }

    AskingTools tools() {
        return tools;
    }

    boolean asks(AgentReply reply) {
        return switch (text) {
            case OFF -> false;
            case SEED -> asks(reply.content().text());
            case SEED_AND_SENTENCE -> asks(reply.content().text()) || asksAtTheEnd(reply.content().text());
        } || (pattern != null && pattern.evaluate(reply).getFirst().passed());
    }

    private static boolean asks(String text) {
        var lower = text.toLowerCase(Locale.ROOT);
        return text.endsWith("?") || OPENINGS.stream().anyMatch(lower::startsWith)
                || REQUESTS.stream().anyMatch(lower::contains);
    }

    private static boolean asksAtTheEnd(String text) {
        var last = lastSentence(text).toLowerCase(Locale.ROOT);
        return last.endsWith("?") || PLEAS.stream().anyMatch(plea -> last.startsWith(plea)
                && (last.length() == plea.length() || !isWord(last.charAt(plea.length()))));
    }

    /** It begins after a full stop or mark followed by white space, or after the last line break. */
    private static String lastSentence(String text) {
        for (int at = text.length() - 1; at > 0; at--) {
            char before = text.charAt(at - 1);
            char here = text.charAt(at);
            if (here == '\n' || (Character.isWhitespace(here) && (before == '.' || before == '!' || before == '?'))) {
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
            return CompiledAssertions.compile(List.of(Assertion.of(new Check.Regex(pattern))));
        } catch (AssertionFault fault) {
            throw new IllegalArgumentException("awaiting.pattern: " + fault.getMessage(), fault);
        }
    }
}
