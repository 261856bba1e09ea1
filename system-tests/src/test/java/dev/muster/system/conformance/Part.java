package dev.muster.system.conformance;

import module java.base;
import tools.jackson.databind.JsonNode;

/** The steps of one agent or helper, in call order. */
final class Part {

    /** @param number from 1, for a step that is repeated */
    record Step(JsonNode does, int number) {

        /** Returns a text of the step, with its number filled in. */
        String text(String text) {
            return text.replace("{n}", String.valueOf(number));
        }

        boolean fails(String how) {
            return does.path("fails").has(how);
        }
    }

    private final List<Step> steps = new ArrayList<>();
    private int calls;

    Part(JsonNode written) {
        for (var step : written) {
            for (int number = 1; number <= step.path("times").asInt(1); number++) {
                steps.add(new Step(step, number));
            }
        }
    }

    /** Empty when it is called more often than the script expects. */
    synchronized Optional<Step> next() {
        calls++;
        return calls > steps.size() ? Optional.empty() : Optional.of(steps.get(calls - 1));
    }

    /** Returns the step after the last one taken; empty at the end. */
    synchronized Optional<Step> ahead() {
        return calls >= steps.size() ? Optional.empty() : Optional.of(steps.get(calls));
    }

    synchronized int calls() {
        return calls;
    }

    int foreseen() {
        return steps.size();
    }
}
