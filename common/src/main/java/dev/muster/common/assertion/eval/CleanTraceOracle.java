package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Trace;

/**
 * trace-no-errors: no tool and no sub-agent failed, all required steps were made, and the number of steps is within
 * bounds.
 */
record CleanTraceOracle(boolean allowWarnings, List<String> requiredSteps, OptionalInt minSteps,
        OptionalInt maxSteps) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return new Expectation("the trace", "have no errors"
                + (requiredSteps.isEmpty() ? "" : ", the steps " + String.join(", ", requiredSteps))
                + (minSteps.isEmpty() ? "" : ", at least " + Excerpt.counted(minSteps.getAsInt(), "step"))
                + (maxSteps.isEmpty() ? "" : ", at most " + Excerpt.counted(maxSteps.getAsInt(), "step"))
                + (allowWarnings ? "" : ", no warnings"));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var finding = Observation.unless(failedTool(reply).or(() -> failedAgent(reply)).or(() -> warning(reply))
                .or(() -> missingStep(reply)).or(() -> wrongCount(reply)), () -> "but it is so");
        return isBlank(reply) ? finding.unchecked("the agent called no tool and named no step, so the trace shows"
                + " nothing that could have failed") : finding;
    }

    private boolean isBlank(ResponseDocument reply) {
        var content = reply.reply().content();
        var trace = reply.reply().trace();
        return maxSteps.isEmpty() && content.toolCalls().isEmpty() && content.toolResults().isEmpty()
                && trace.steps().isEmpty()
                && trace.subAgents().isEmpty();
    }

    private static Optional<String> failedTool(ResponseDocument reply) {
        return reply.reply().content().toolResults().stream().filter(ToolResult::error).findFirst()
                .map(result -> "but the tool " + name(result) + " failed with " + Excerpt.of(result.content()));
    }

    private static String name(ToolResult result) {
        return result.name() == null ? "of call " + result.toolCallId() : result.name();
    }

    private static Optional<String> failedAgent(ResponseDocument reply) {
        return reply.reply().trace().subAgents().stream().filter(agent -> agent.error() != null).findFirst()
                .map(agent -> "but the sub-agent " + agent.name() + " failed with "
                        + Excerpt.of(String.valueOf(agent.error())));
    }

    private Optional<String> warning(ResponseDocument reply) {
        return allowWarnings ? Optional.empty()
                : reply.reply().warnings().stream().findFirst().map(text -> "but there was a warning: " + text);
    }

    private Optional<String> missingStep(ResponseDocument reply) {
        var made = names(reply);
        return requiredSteps.stream().filter(step -> !made.contains(step)).findFirst()
                .map(step -> "but there was no step " + step + ": " + Oracles.listed(made, "the agent named no steps"));
    }

    private Optional<String> wrongCount(ResponseDocument reply) {
        var made = names(reply);
        return made.size() >= minSteps.orElse(0) && made.size() <= maxSteps.orElse(Integer.MAX_VALUE)
                ? Optional.empty()
                : Optional
                        .of("but there were " + made.size() + ": " + Oracles.listed(made, "the agent named no steps"));
    }

    private static List<String> names(ResponseDocument reply) {
        return reply.reply().trace().steps().stream().map(Trace.StepRecord::name).toList();
    }
}
