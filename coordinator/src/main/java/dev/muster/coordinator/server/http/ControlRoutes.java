package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.server.Coordinator;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/**
 * Names, stops, pauses, deletes and resumes runs, and reruns parts of them. A request is in the audit before it is
 * done.
 */
final class ControlRoutes {

    private static final int FORBIDDEN = 403;
    private static final int MOST = 1_000;
    private final Coordinator coordinator;
    private final HttpEndpoint endpoint;

    ControlRoutes(Coordinator coordinator, HttpEndpoint endpoint) {
        this.coordinator = coordinator;
        this.endpoint = endpoint;
    }

    void add(RoutesConfig routes) {
        endpoint.add(routes, Route.STOP, this::stop);
        endpoint.add(routes, Route.PAUSE, this::pause);
        endpoint.add(routes, Route.CONTINUE, this::continueRun);
        endpoint.add(routes, Route.AGAIN, this::rerun);
        endpoint.add(routes, Route.DELETE, context -> CoordinatorServer.json(context,
                Map.of("results", coordinator.delete(permitted(context).id(), HttpEndpoint.caller(context)))));
        endpoint.add(routes, Route.STORED_RUNS, this::runs);
    }

    /**
     * The run of a name, which a path can't carry when it has a label with a slash; the newest whole one of a suite;
     * else the newest with some labels.
     */
    private void runs(Context context) throws RefusedRun {
        var name = context.queryParam("name");
        var labels = About.labels(context.queryParams("label"));
        var suite = context.queryParam("suite");
        if (suite != null) {
            CoordinatorServer.json(context,
                    coordinator.newestWhole(suite, CoordinatorServer.text(context, "project")).stream().toList());
            return;
        }
        var scope = context.queryParam("project") == null ? ProjectScope.ALL
                : coordinator.scope(CoordinatorServer.text(context, "project"));
        CoordinatorServer.json(context, name != null ? List.of(coordinator.find(name, scope))
                : coordinator.newest(scope, labels, Math.clamp(CoordinatorServer.number(context, "limit"), 1, MOST)));
    }

    private void stop(Context context) throws RefusedRun, Denied {
        var reason = context.queryParam("reason");
        var end = "interrupted".equals(context.queryParam("end")) ? RunState.INTERRUPTED : RunState.STOPPED;
        coordinator.stop(run(context, "stop"), new Stopping(end, reason == null ? "cancelled" : reason,
                Duration.ofMillis(CoordinatorServer.number(context, "grace_ms"))));
        CoordinatorServer.json(context.status(202), Map.of());
    }

    private void pause(Context context) throws RefusedRun, Denied {
        coordinator.pause(run(context, "pause"));
        CoordinatorServer.json(context.status(202), Map.of());
    }

    private void continueRun(Context context) throws RefusedRun, Denied {
        coordinator.continueRun(run(context, "continue"));
        CoordinatorServer.json(context.status(202), Map.of());
    }

    private void rerun(Context context) throws RefusedRun, Denied {
        var given = context.queryParam("what");
        var what = given == null ? RerunRequest.REST : rerun(given);
        CoordinatorServer.json(context.status(201),
                coordinator.rerun(run(context, "again " + what.wire()), what, HttpEndpoint.caller(context)));
    }

    private static RerunRequest rerun(String what) throws RefusedRun {
        return Arrays.stream(RerunRequest.values()).filter(each -> each.wire().equals(what)).findFirst()
                .orElseThrow(() -> RefusedRun.badValue("'" + what + "' is not a part of a run: rest, errors, failed"));
    }

    /** Returns the run that is named, if the caller may change it. */
    private String run(Context context, String deed) throws RefusedRun, Denied {
        var run = permitted(context);
        coordinator.audit().add(Deed.of(HttpEndpoint.caller(context), deed, run.id()));
        return run.id();
    }

    private StoredRun permitted(Context context) throws RefusedRun, Denied {
        var run = coordinator.find(context.pathParam("run"));
        var caller = HttpEndpoint.caller(context);
        if (!caller.mayChangeRunOf(run.owner())) {
            throw new Denied(FORBIDDEN, "run " + run.id() + " belongs to "
                    + (run.owner() == null ? "no one" : "'" + run.owner() + "'") + ", and a submitter such as '"
                    + caller.name() + "' can change only its own");
        }
        return run;
    }
}
