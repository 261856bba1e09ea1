package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.coordinator.client.ConversationOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say who answers an agent that waits for input. */
final class ConversingOptions {

    private static final List<String> ANSWERS = Arrays.stream(OnMissingInput.values())
            .map(answer -> answer.name().toLowerCase(Locale.ROOT)).toList();

    @Option(names = "--simulator", paramLabel = "REF", description = "Simulator for cases that name none: an agent's "
            + "id, agents:ID or scripts:ID.")
    private @Nullable String simulator;

    @Option(names = "--interactive", description = "Ask at the terminal when an agent waits and no simulator answers.")
    private boolean interactive;

    @Option(names = "--skip-interactive", description = "Never ask at the terminal, even if a case requests it; "
            + "cases that wait for input are then skipped, and the gate accepts that.")
    private boolean skipInteractive;

    @Option(names = "--on-missing-input", paramLabel = "WHAT", description = "When an agent waits for input and none "
            + "is available: skip, fail or end (default: the case's setting, else skip, which fails the gate if no "
            + "assertion was evaluated).")
    private @Nullable String onMissingInput;

    /** @param person whether a human user can answer where the cases run; if not, no case asks one */
    ConversationOptions conversing(boolean person) throws BadInput {
        return new ConversationOptions(simulator, interactive, skipInteractive || !person, answer(),
                skipInteractive);
    }

    boolean isInteractive() {
        return interactive;
    }

    private @Nullable OnMissingInput answer() throws BadInput {
        if (onMissingInput == null) {
            return null;
        }
        BadInput.throwIf(!ANSWERS.contains(onMissingInput),
                "--on-missing-input takes skip, fail or end, not " + onMissingInput);
        return OnMissingInput.valueOf(onMissingInput.toUpperCase(Locale.ROOT));
    }
}
