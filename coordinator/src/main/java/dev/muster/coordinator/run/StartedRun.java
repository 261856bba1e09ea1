package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.json.Ordered;

/**
 * A run that was started or resumed.
 *
 * @param agents the targets, for human users
 * @param inputs as the user named them
 * @param results how many it will have
 * @param notes what else to show of it before its results
 * @param turns whether any case is a multi-turn conversation
 * @param instructions what agents are instructed to do, by agent
 */
public record StartedRun(String run, String agents, List<String> inputs, int results, boolean turns, Matrix matrix,
        List<String> notes, About about,
        Map<String, String> instructions) {

    private static final int MOST_AGENTS = 5;

    public StartedRun {
        inputs = List.copyOf(inputs);
        instructions = Ordered.copy(instructions);
        matrix = Objects.requireNonNullElse(matrix, Matrix.ONCE);
        notes = List.copyOf(Objects.requireNonNullElse(notes, List.of()));
        about = Objects.requireNonNullElse(about, About.NOTHING);
    }

    /** @param settings of the run; its notes are its id, and where its agents are called, as configured */
    public StartedRun(String run, String agents, int results, boolean turns, RunSettings settings) {
        this(run, agents, settings.inputs(), results, turns, settings.matrix(), notes(run, settings), settings.about(),
                settings.instructions());
    }

    private static List<String> notes(String run, RunSettings settings) {
        var notes = new ArrayList<>(List.of("Run: " + run));
        settings.targets().agents().forEach((id, agent) -> {
            if (agent.endpoint().url() != null && notes.size() <= MOST_AGENTS) {
                notes.add("URL of " + id + ": " + agent.endpoint().url());
            }
        });
        return notes;
    }
}
