package dev.muster.deploy.session;

import module java.base;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StartedRun;

/** Submits a suite. */
public record SuiteSubmission(Suite suite) implements LiveRun.Beginning {

    @Override
    public StartedRun begin(FleetAccess fleet) throws IOException, RefusedRun {
        try (var cases = suite.spool().read()) {
            var request = suite.request(fleet.bring(suite.files()));
            var run = fleet.runs().submit(request, cases);
            return new StartedRun(run, suite.agentsShown(), request.settings().inputs(),
                    Math.toIntExact(suite.results()),
                    suite.spool().hasConversations(), request.settings().matrix());
        }
    }
}
