package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.StepRecord;
import dev.muster.common.agent.SubAgent;
import dev.muster.common.agent.Trace;
import org.jspecify.annotations.Nullable;

/** How a run went: its times, steps and subagents. */
final class RunTrace {

    private final RunTimes times;
    private final List<StepRecord> steps = new ArrayList<>();
    private final List<SubAgent> subAgents = new ArrayList<>();

    RunTrace(EventTime moments) {
        this.times = new RunTimes(moments);
    }

    RunTimes times() {
        return times;
    }

    void step(String name, String owner) {
        steps.add(new StepRecord(name, owner));
    }

    void delegated(String id, String name, @Nullable String parent) {
        subAgents.add(new SubAgent(id, name, parent == null ? AguiEvent.PARENT : parent, null));
    }

    void returned(String id, @Nullable String error) {
        for (int i = subAgents.size() - 1; i >= 0 && error != null; i--) {
            SubAgent agent = subAgents.get(i);
            if (agent.id().equals(id)) {
                subAgents.set(i, new SubAgent(id, agent.name(), agent.parent(), error));
                return;
            }
        }
    }

    Trace trace() {
        return new Trace(times.arrivals(), times.events(), steps, subAgents);
    }
}
