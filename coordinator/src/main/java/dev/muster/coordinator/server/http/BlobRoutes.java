package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.store.BlobTable;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** Streams files in from clients and out to workers. */
record BlobRoutes(BlobTable blobs) {

    private static final String PATH = "/api/blobs/{sha256}";

    void add(RoutesConfig routes) {
        routes.head(PATH, this::has);
        routes.get(PATH, this::get);
        routes.put(PATH, this::put);
    }

    private void has(Context context) {
        context.status(blobs.has(sha256(context)) ? 200 : 404);
    }

    private void get(Context context) throws IOException {
        var size = blobs.size(sha256(context));
        if (size.isEmpty()) {
            context.status(404);
            return;
        }
        context.contentType("application/octet-stream");
        context.header("Content-Length", String.valueOf(size.get()));
        blobs.copy(sha256(context), context.outputStream());
    }

    private void put(Context context) throws IOException, RefusedRun {
        blobs.put(sha256(context), context.bodyInputStream());
        context.status(204);
    }

    private static String sha256(Context context) {
        return context.pathParam("sha256");
    }
}
