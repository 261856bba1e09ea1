package dev.muster.coordinator.server;

import module java.base;
import dev.muster.common.bundle.Bundle;
import dev.muster.common.bundle.BundleLimits;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonTrouble;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.SuiteLimits;
import dev.muster.coordinator.store.BlobTable;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * What a run may bring: files that are stored here, cases that can be dispatched, and no commands where anyone may
 * submit one. Looks at what would run, not at what the client says that its run needs.
 *
 * @param commands whether a run may have commands
 */
record Admission(boolean commands) {

    private static final long LARGEST_MANIFEST = 8L << 20;
    private static final String WHY = ", and this coordinator requires no token (--no-token): anyone who reaches its "
            + "port could "
            + "run commands on its workers. Give it a MUSTER_TOKEN";

    /** @param by null for the process itself */
    static Admission of(@Nullable Requester by) {
        return new Admission(by == null || !by.name().equals(Requester.ANYONE));
    }

    void check(RunRequest request) throws RefusedRun {
        var trouble = SuiteLimits.trouble(request);
        if (trouble.isPresent()) {
            throw RefusedRun.badValue(trouble.get());
        }
        check(request.settings());
    }

    void check(RunSettings settings) throws RefusedRun {
        if (commands) {
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

    /** Verifies that every file of a run is stored here before the run starts. */
    void check(CaseFiles files, BlobTable blobs) throws RefusedRun, IOException {
        if (files instanceof CaseFiles.Bundled(var sha256)) {
            var bundle = bundle(sha256, blobs);
            var trouble = BundleLimits.trouble(bundle);
            if (trouble.isPresent()) {
                throw new RefusedRun(trouble.get());
            }
            for (var file : bundle.files()) {
                if (!commands && file.executable()) {
                    throw new RefusedRun("the file " + file.path() + " of this run is a program" + WHY);
                }
            }
            for (var file : bundle.files()) {
                if (!blobs.has(file.sha256())) {
                    throw new RefusedRun("the content of " + file.path() + " is missing; send the suite again");
                }
            }
        }
    }

    private static Bundle bundle(String sha256, BlobTable blobs) throws RefusedRun, IOException {
        if (blobs.size(sha256).orElse(Long.MAX_VALUE) > LARGEST_MANIFEST) {
            throw new RefusedRun("the list of the run's files is missing; send the suite again");
        }
        var manifest = new ByteArrayOutputStream();
        blobs.copy(sha256, manifest);
        try {
            return Json.MAPPER.readValue(manifest.toByteArray(), Bundle.class);
        } catch (JacksonException e) {
            throw new RefusedRun("the list of the run's files can't be read: " + JsonTrouble.of(e));
        }
    }

    /** Passes a suite's cases on, and fails at the first that could not be dispatched. */
    Iterator<CaseDefinition> over(Iterator<CaseDefinition> suite, RunSettings settings) {
        var agents = settings.targets().agents().keySet();
        return new Iterator<>() {

            @Override
            public boolean hasNext() {
                return suite.hasNext();
            }

            @Override
            public CaseDefinition next() {
                var next = suite.next();
                var agent = next.agent();
                SuiteLimits.trouble(next).ifPresent(trouble -> {
                    throw new Unsound(trouble);
                });
                if (!commands && !next.testCase().setup().hooks().isEmpty()) {
                    throw new Unsound("case " + next.key() + " has hooks" + WHY);
                }
                if (agent == null || !agents.contains(agent)) {
                    throw new Unsound("case " + next.key() + " names " + (agent == null ? "no agent" : "agent " + agent)
                            + ", and the run's settings know " + String.join(", ", agents));
                }
                return next;
            }
        };
    }

    /** Thrown for a case that no worker could run; the message says why. */
    static final class Unsound extends RuntimeException {

        private Unsound(String message) {
            super(message);
        }
    }
}
