package dev.muster.deploy.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What one party does, in the order of the calls to it. */
final class Part {

    /** @param number from 1, of a step that is done several times */
    record Step(JsonNode does, int number) {

        /** A text of the step, with its number put in. */
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

    /** Empty when it is called more often than was foreseen. */
    synchronized Optional<Step> next() {
        calls++;
        return calls > steps.size() ? Optional.empty() : Optional.of(steps.get(calls - 1));
    }

    /** What comes after the last step that was taken; empty at the end. */
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
