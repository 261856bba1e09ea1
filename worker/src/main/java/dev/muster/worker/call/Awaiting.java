package dev.muster.worker.call;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentReply.Content;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertions;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.json.Json;
import dev.muster.common.result.AwaitingState;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Whether an agent waits for its user: by what it declares, else by a tool that asks, else by its text (multi-turn
 * seed, "Detection Strategies").
 *
 * @param text the agent's text for a human user
 * @param hint what it asks for; null when not declared
 */
public record Awaiting(AwaitingState found, String text, @Nullable String hint) {

    /** The answer was cut off, or the agent is about to continue by itself. */
    private static final Set<String> UNFINISHED = Set.of("tool_calls", "length");

    public static Awaiting in(AgentReply reply, AwaitingDetector detector) {
        if (!reply.interrupts().isEmpty()) {
            return new Awaiting(AwaitingState.AGENT_DECLARED, reply.content().text(), hint(reply.interrupts()));
        }
        return declaration(reply.content().text()).map(json -> declared(json, reply.content().text())).orElseGet(
                () -> new Awaiting(undeclared(reply, detector), reply.content().text(),
                        detector.tools.question(reply.content().toolCalls())));
    }

    /** Returns the part of a reply's text that is meant for a human user. */
    public static String spoken(String text) {
        return declaration(text).map(json -> declared(json, text).text()).orElse(text);
    }

    private static Optional<JsonNode> declaration(String text) {
        return ReplyJson.in(text).filter(json -> json.path("awaiting_input").isBoolean());
    }

    /** Unwraps a reply that declares itself: its content becomes the text, the rest stays available to assertions. */
    public AgentReply unwrapped(AgentReply reply) {
        if (text.equals(reply.content().text())) {
            return reply;
        }
        var custom = new ArrayList<>(reply.content().custom());
        ReplyJson.in(reply.content().text())
                .ifPresent(json -> custom.add(Json.MAPPER.createObjectNode().put("name", "reply")
                        .set("value", json)));
        var content = reply.content();
        var texts = new ArrayList<>(content.texts().subList(0, Math.max(0, content.texts().size() - 1)));
        texts.add(text);
        return reply.with(new Content(text, content.toolCalls(), content.toolResults(), content.state(), custom,
                content.refusal(),
                List.copyOf(texts)));
    }

    /** Returns the agent's question: the declared one, else its text. */
    public String question() {
        return hint == null ? text.strip() : hint;
    }

    public boolean waits() {
        return found.waits();
    }

    /** A declaration without {@code content} is left as it is: its other members are what the agent says. */
    private static Awaiting declared(JsonNode json, String whole) {
        return new Awaiting(json.path("awaiting_input").booleanValue() ? AwaitingState.AGENT_DECLARED
                : AwaitingState.COMPLETED,
                json.path("content").stringValue(whole), json.path("input_hint").asStringOpt().orElse(null));
    }

    private static AwaitingState undeclared(AgentReply reply, AwaitingDetector detector) {
        if (reply.awaiting() && reply.content().toolCalls().isEmpty()) {
            return AwaitingState.AGENT_DECLARED;
        }
        if (reply.awaiting()
                || reply.content().toolCalls().stream().anyMatch(call -> detector.tools.has(call.name()))) {
            return AwaitingState.TOOL_REQUIRES_CONFIRMATION;
        }
        if (UNFINISHED.contains(reply.finish())) {
            return AwaitingState.COMPLETED;
        }
        return detector.asks(reply) ? AwaitingState.CONTENT_IS_QUESTION : AwaitingState.COMPLETED;
    }

    private static @Nullable String hint(List<Interrupt> interrupts) {
        return interrupts.stream().map(Interrupt::message).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** Tools that an agent uses to ask its user: built-in ones, and those that a project names, perhaps with {@code *}. */
    public record AskingTools(List<String> named) {

        private static final Set<String> USUAL = Set.of("request_confirmation", "ask_user", "get_user_input");

        /** The arguments that may contain the question. */
        private static final List<String> QUESTIONS = List.of("question", "prompt", "message");

        /** A name with a server prefix ({@code server__name}, {@code server.name}) asks, too. */
        public boolean has(String name) {
            return asks(name) || asks(lastPart(name));
        }

        private boolean asks(String name) {
            return USUAL.contains(name) || named.stream().anyMatch(glob -> matches(glob, name));
        }

        /** Returns the question of the first asking call; null when no call asks. */
        @Nullable
        String question(List<ToolCall> calls) {
            return calls.stream().filter(call -> has(call.name())).map(ToolCall::arguments)
                    .flatMap(arguments -> QUESTIONS.stream().map(arguments::path)).filter(JsonNode::isString)
                    .map(JsonNode::stringValue).filter(text -> !text.isBlank()).findFirst().orElse(null);
        }

        private static boolean matches(String glob, String name) {
            int star = glob.indexOf('*');
            if (star < 0) {
                return glob.equals(name);
            }
            var end = glob.substring(glob.lastIndexOf('*') + 1);
            if (!name.startsWith(glob.substring(0, star)) || !name.endsWith(end)
                    || name.length() < star + end.length()) {
                return false;
            }
            int at = star;
            for (var part : glob.substring(star, glob.length() - end.length()).split("\\*", -1)) {
                int found = name.substring(0, name.length() - end.length()).indexOf(part, at);
                if (found < 0) {
                    return false;
                }
                at = found + part.length();
            }
            return true;
        }

        private static String lastPart(String name) {
            int dot = name.lastIndexOf('.');
            int underscores = name.lastIndexOf("__");
            return underscores > dot ? name.substring(underscores + 2) : name.substring(dot + 1);
        }
    }

    /** Detects that an agent waits when it does not declare it, by the tools and texts that ask. */
    public static final class AwaitingDetector {

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
}
