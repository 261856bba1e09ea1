package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The end of a run, and the tool calls that it left to the caller; null when the agent named none. */
record Outcome(Ending ending, List<Interrupt> interrupts, @Nullable List<String> pendingCalls) {

    /** The reason a run finished. */
    enum Ending {
        SUCCESS,
        INTERRUPT,
        CANCELLED
    }

    private static final Outcome SUCCESS = new Outcome(Ending.SUCCESS, List.of(), null);

    /** Returns the outcome; one of a newer protocol counts as absent, and an absent one as success. */
    static Outcome of(@Nullable EventFields outcome, Warnings warnings) throws StreamBroken {
        if (outcome == null) {
            return SUCCESS;
        }
        String type = outcome.text("type");
        return switch (type) {
            case "success" -> new Outcome(Ending.SUCCESS, List.of(), pending(outcome));
            case "cancelled" -> new Outcome(Ending.CANCELLED, List.of(), null);
            case "interrupt" -> new Outcome(Ending.INTERRUPT, interrupts(outcome), null);
            default -> {
                warnings.add("the unknown outcome '" + type + "' of RUN_FINISHED was taken for success");
                yield SUCCESS;
            }
        };
    }

    private static @Nullable List<String> pending(EventFields outcome) throws StreamBroken {
        JsonNode ids = outcome.optionalArray("pendingToolCallIds");
        if (ids == null || ids.isEmpty()) {
            return null;
        }
        var pending = new ArrayList<String>();
        for (JsonNode id : ids) {
            if (!id.isString()) {
                throw outcome.wrong("pendingToolCallIds", ids, "an array of strings");
            }
            pending.add(id.stringValue());
        }
        return pending;
    }

    private static List<Interrupt> interrupts(EventFields outcome) throws StreamBroken {
        var interrupts = new ArrayList<Interrupt>();
        for (JsonNode each : outcome.array("interrupts")) {
            interrupts.add(interrupt(EventFields.of("RUN_FINISHED.outcome.interrupts", each)));
        }
        if (interrupts.isEmpty()) {
            throw new StreamBroken("RUN_FINISHED.outcome.interrupts is empty, but must be what the run waits for");
        }
        return interrupts;
    }

    private static Interrupt interrupt(EventFields of) throws StreamBroken {
        String message = of.optionalText("message");
        String reason = of.text("reason");
        var _ = of.optionalText("toolCallId");
        return new Interrupt(of.text("id"), message == null ? reason : message, of.object(), false);
    }

    /** The interrupts that older LangGraph servers send as custom events, from before the protocol had interrupts. */
    static final class LegacyInterrupts {

        private static final String ON_INTERRUPT = "on_interrupt";
        private static final List<String> WORDS = List.of("message", "question", "prompt");

        final List<Interrupt> interrupts = new ArrayList<>();

        void add(AguiEvent.Custom event) {
            if (event.name().equals(ON_INTERRUPT)) {
                JsonNode value = event.value();
                interrupts.add(interrupt(AnswerJson.parsed(value)));
            }
        }

        private Interrupt interrupt(JsonNode value) {
            String own = interrupts.isEmpty() ? ON_INTERRUPT : ON_INTERRUPT + "-" + interrupts.size();
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
}
