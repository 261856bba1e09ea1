package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.RefusedRun;
import io.javalin.http.Context;

/**
 * Receives uploads whole before anything else is done with them, a few at once: however slowly a client sends, it keeps
 * no connection to the database meanwhile.
 */
final class Uploads {

    static final int TOO_MANY = 429;
    private static final String AGAIN_SECONDS = "2";

    private final String what;
    private final int atOnce;
    private final Semaphore places;

    /** @param what for the sentence, in the plural */
    Uploads(String what, int atOnce) {
        this.what = what;
        this.atOnce = atOnce;
        this.places = new Semaphore(atOnce);
    }

    /** What is done with an upload. */
    interface Use {
        void of(ReceivedFile upload) throws IOException, RefusedRun, Denied;
    }

    /**
     * @param most bytes that are received of a longer body
     * @throws Denied when others have all places (429), and as {@link ReceivedFile#of} says
     */
    void receive(Context context, long most, Use use) throws IOException, RefusedRun, Denied {
        if (!places.tryAcquire()) {
            context.header("Retry-After", AGAIN_SECONDS);
            throw new Denied(TOO_MANY, "this coordinator receives " + atOnce + " " + what
                    + " at once, and as many are arriving now; try again in a few seconds");
        }
        try (var upload = ReceivedFile.of(context.bodyInputStream(), most, Ticker.system())) {
            use.of(upload);
        } finally {
            places.release();
        }
    }
}
