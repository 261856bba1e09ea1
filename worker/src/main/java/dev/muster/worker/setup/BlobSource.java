package dev.muster.worker.setup;

import module java.base;

/** Fetches contents by their hash. The contents are not yet verified. */
@FunctionalInterface
public interface BlobSource {

    /** @throws FileNotFoundException when the content is not there */
    InputStream open(String sha256) throws IOException, InterruptedException;
}
