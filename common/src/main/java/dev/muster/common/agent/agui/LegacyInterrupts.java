package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.http.AnswerJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The interrupts that older LangGraph servers send as custom events, from before the protocol had interrupts. */
final class LegacyInterrupts {

    private static final String ON_INTERRUPT = "on_interrupt";
    private static final List<String> WORDS = List.of("message", "question", "prompt");

    private final List<Interrupt> asked = new ArrayList<>();

    void hear(AguiEvent.Custom event) {
        if (event.name().equals(ON_INTERRUPT)) {
            JsonNode value = event.value();
            asked.add(interrupt(value.isString() ? AnswerJson.readOrText(value.stringValue()) : value));
        }
    }

    List<Interrupt> asked() {
        return asked;
    }

    private Interrupt interrupt(JsonNode value) {
        String own = asked.isEmpty() ? ON_INTERRUPT : ON_INTERRUPT + "-" + asked.size();
        return new Interrupt(value.path("id").stringValue(own), message(value), value, true);
    }

    private static @Nullable String message(JsonNode value) {
        if (value.isString()) {
            return value.stringValue();
        }
        return WORDS.stream().map(value::path).filter(JsonNode::isString).map(JsonNode::stringValue).findFirst()
                .orElse(null);
    }
}
