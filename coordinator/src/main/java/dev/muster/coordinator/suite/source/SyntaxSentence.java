package dev.muster.coordinator.suite.source;

import module java.base;
import dev.muster.common.json.JsonTrouble;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/** Explains in one sentence why a text is not JSON. */
final class SyntaxSentence {

    private static final Pattern CODE = Pattern.compile(" \\(code \\d+(?: / 0x[0-9a-f]+)?\\)");

    private SyntaxSentence() {}

    static String of(JacksonException trouble, NodeBuilder builder) {
        return switch (trouble) {
            case UnexpectedEndOfInputException end when builder.isOutsideValues() ->
                "the text ends in the middle of a comment or a list";
            case UnexpectedEndOfInputException end ->
                "the text ends inside the value that starts at " + builder.valueStart();
            case StreamConstraintsException limit -> "no case may be like this: " + JsonTrouble.of(limit);
            default -> "not JSON: " + CODE.matcher(JsonTrouble.of(trouble)).replaceAll("") + within(builder);
        };
    }

    private static String within(NodeBuilder builder) {
        return builder.isOutsideValues() ? "" : " (in the value that starts at " + builder.valueStart() + ")";
    }
}
