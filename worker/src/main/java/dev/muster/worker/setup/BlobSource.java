package dev.muster.worker.setup;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;

/** Fetches contents by their hash. The contents are not yet verified. */
@FunctionalInterface
public interface BlobSource {

    /**
     * Opens a content.
     *
     * @throws FileNotFoundException when it is not there
     */
    InputStream open(String sha256) throws IOException, InterruptedException;
}
