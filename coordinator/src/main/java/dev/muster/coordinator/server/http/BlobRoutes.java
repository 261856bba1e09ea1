package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.common.bundle.BundleLimits;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.store.BlobTable;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/**
 * Streams files in from clients and out to workers.
 *
 * @param quota bytes that all files may have together
 */
record BlobRoutes(BlobTable blobs, long quota, HttpEndpoint endpoint, Uploads uploads) {

    private static final int TOO_LARGE = 413;
    private static final int AT_ONCE = 8;

    BlobRoutes(BlobTable blobs, long quota, HttpEndpoint endpoint) {
        this(blobs, quota, endpoint, new Uploads("files", AT_ONCE));
    }

    void add(RoutesConfig routes) {
        endpoint.add(routes, Route.HAS_BLOB, this::has);
        endpoint.add(routes, Route.GET_BLOB, this::get);
        endpoint.add(routes, Route.PUT_BLOB, this::put);
    }

    private void has(Context context) {
        context.status(blobs.has(sha256(context)) ? 200 : 404);
    }

    private void get(Context context) throws IOException {
        var size = blobs.size(sha256(context));
        if (size.isEmpty()) {
            CoordinatorServer.problem(context, 404, "there is no file " + sha256(context));
            return;
        }
        context.contentType("application/octet-stream");
        context.header("Content-Length", String.valueOf(size.get()));
        blobs.copy(sha256(context), context.outputStream());
    }

    private void put(Context context) throws IOException, RefusedRun, Denied {
        uploads.receive(context, BundleLimits.LARGEST_FILE, upload -> put(context, upload));
    }

    private void put(Context context, ReceivedFile upload) throws IOException, RefusedRun, Denied {
        if (!blobs.put(sha256(context), upload.content(), quota)) {
            throw new Denied(TOO_LARGE, "the files of this fleet's runs would have more than " + (quota >> 20)
                    + " MiB together; 'muster runs --prune --older-than 30d --database URL' removes those "
                    + "that no run needs anymore and that are more than a day old, or start the coordinator with a "
                    + "larger --blob-quota");
        }
        context.status(204);
    }

    private static String sha256(Context context) {
        return context.pathParam("sha256");
    }
}
