package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.server.Coordinator;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** Stops, pauses and resumes runs, and reruns parts of them. */
record ControlRoutes(Coordinator coordinator) {

    void add(RoutesConfig routes) {
        routes.post("/api/runs/{run}/stop", this::stop);
        routes.post("/api/runs/{run}/pause", this::pause);
        routes.post("/api/runs/{run}/continue", this::goOn);
        routes.post("/api/runs/{run}/again", this::again);
    }

    private void stop(Context context) throws RefusedRun {
        var reason = context.queryParam("reason");
        var end = "interrupted".equals(context.queryParam("end")) ? RunState.INTERRUPTED : RunState.STOPPED;
        coordinator.stop(run(context), new Stopping(end, reason == null ? "cancelled" : reason,
                Duration.ofMillis(CoordinatorServer.number(context, "grace_ms"))));
        CoordinatorServer.json(context.status(202), Map.of());
    }

    private void pause(Context context) throws RefusedRun {
        coordinator.pause(run(context));
        CoordinatorServer.json(context.status(202), Map.of());
    }

    private void goOn(Context context) throws RefusedRun {
        coordinator.goOn(run(context));
        CoordinatorServer.json(context.status(202), Map.of());
    }

    private void again(Context context) throws RefusedRun {
        var what = context.queryParam("what");
        CoordinatorServer.json(context.status(201),
                coordinator.again(run(context), what == null ? RerunRequest.REST : wanted(what)));
    }

    private static RerunRequest wanted(String what) throws RefusedRun {
        return Arrays.stream(RerunRequest.values()).filter(each -> each.wire().equals(what)).findFirst()
                .orElseThrow(() -> new RefusedRun("'" + what + "' is no part of a run: rest, errors, failed"));
    }

    private static String run(Context context) {
        return context.pathParam("run");
    }
}
