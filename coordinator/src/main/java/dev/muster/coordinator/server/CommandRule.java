package dev.muster.coordinator.server;

import module java.base;
import dev.muster.common.bundle.Bundle;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.SoundCases.Unsound;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run may have commands: not where anyone may submit one. Looks at what would run, not at what the client says
 * that its run needs.
 */
record CommandRule(boolean allowed) {

    private static final String WHY = ", and this coordinator asks for no token (--no-token): who reached its port would "
            + "run commands on its workers. Give it a MUSTER_TOKEN";

    /** @param by null for the process itself */
    static CommandRule of(@Nullable Requester by) {
        return new CommandRule(by == null || !by.name().equals(Requester.ANYONE));
    }

    void check(RunSettings settings) throws RefusedRun {
        if (allowed) {
            return;
        }
        if (settings.cases().switches().contains(Hello.ALLOW_COMMANDS)) {
            throw new RefusedRun("this run has hooks or scripts that are programs" + WHY);
        }
        for (var agent : settings.targets().agents().entrySet()) {
            var custom = agent.getValue().endpoint().custom();
            if (custom != null && custom.command() != null) {
                throw new RefusedRun("agent " + agent.getKey() + " of this run is a program" + WHY);
            }
        }
    }

    void check(Bundle bundle) throws RefusedRun {
        for (var file : bundle.files()) {
            if (!allowed && file.executable()) {
                throw new RefusedRun("the file " + file.path() + " of this run is a program" + WHY);
            }
        }
    }

    Iterator<CaseDefinition> over(Iterator<CaseDefinition> suite) {
        return allowed ? suite : new Iterator<>() {
            @Override
            public boolean hasNext() {
                return suite.hasNext();
            }

            @Override
            public CaseDefinition next() {
                var next = suite.next();
                if (!next.testCase().setup().hooks().isEmpty()) {
                    throw new Unsound("case " + next.key() + " has hooks" + WHY);
                }
                return next;
            }
        };
    }
}
