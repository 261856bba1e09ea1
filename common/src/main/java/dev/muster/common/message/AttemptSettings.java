package dev.muster.common.message;

import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.RetryPolicy;
import java.time.Duration;
import java.util.Objects;

/**
 * How an attempt is run.
 *
 * @param timeout of the whole case
 * @param retry of a single call
 * @param files what hooks and scripts need
 */
public record AttemptSettings(Duration timeout, RetryPolicy retry, CaseFiles files) {

    public AttemptSettings {
        files = Objects.requireNonNullElse(files, new CaseFiles.None());
    }

    /** For a case that needs no files. */
    public AttemptSettings(Duration timeout, RetryPolicy retry) {
        this(timeout, retry, new CaseFiles.None());
    }
}
