package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.server.Coordinator;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** Stops, pauses and resumes runs, and reruns parts of them. What is asked for is in the audit before it is done. */
record ControlRoutes(Coordinator coordinator, Door door) {

    private static final int FORBIDDEN = 403;

    void add(RoutesConfig routes) {
        door.add(routes, Route.STOP, this::stop);
        door.add(routes, Route.PAUSE, this::pause);
        door.add(routes, Route.CONTINUE, this::goOn);
        door.add(routes, Route.AGAIN, this::again);
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

    private void goOn(Context context) throws RefusedRun, Denied {
        coordinator.goOn(run(context, "continue"));
        CoordinatorServer.json(context.status(202), Map.of());
    }

    private void again(Context context) throws RefusedRun, Denied {
        var given = context.queryParam("what");
        var what = given == null ? RerunRequest.REST : wanted(given);
        CoordinatorServer.json(context.status(201),
                coordinator.again(run(context, "again " + what.wire()), what, Door.caller(context)));
    }

    private static RerunRequest wanted(String what) throws RefusedRun {
        return Arrays.stream(RerunRequest.values()).filter(each -> each.wire().equals(what)).findFirst()
                .orElseThrow(() -> new RefusedRun("'" + what + "' is not a part of a run: rest, errors, failed"));
    }

    /** Returns the run that is named, if the caller may change it. */
    private String run(Context context, String deed) throws RefusedRun, Denied {
        var run = coordinator.find(context.pathParam("run"));
        var caller = Door.caller(context);
        if (!caller.mayChangeRunOf(run.owner())) {
            throw new Denied(FORBIDDEN, "run " + run.id() + " belongs to "
                    + (run.owner() == null ? "nobody" : "'" + run.owner() + "'") + ", and a submitter such as '"
                    + caller.name() + "' changes its own only");
        }
        coordinator.audit().add(Deed.of(caller, deed, run.id()));
        return run.id();
    }
}
