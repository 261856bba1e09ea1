package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.coordinator.pages.api.Query;
import dev.muster.coordinator.run.RefusedRun;
import io.javalin.http.Context;

/** What a page asks for. */
@FunctionalInterface
interface PageAnswer {
    Object of(Query query, Context context) throws RefusedRun;
}
