package dev.muster.common.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What surrounds a conversation.
 *
 * @param hooks run in order before the conversation; what they print are variables
 * @param before function of a script, called with the case; null for none
 * @param after function of a script, called with the case, its result and what {@code before} gave; null for none
 * @param tools offered to the target in every turn and answered by the test
 * @param variables {@code ${NAME}} and {@code ${ENV.NAME}} are put into texts and patterns
 */
public record Setup(List<Hook> hooks, @Nullable String before, @Nullable String after, Map<String, ToolStub> tools,
        boolean variables) {

    public static final Setup NONE = new Setup(List.of(), null, null, Map.of(), false);

    public Setup {
        hooks = List.copyOf(hooks);
        tools = Map.copyOf(tools);
    }
}
