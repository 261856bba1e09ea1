package dev.muster.common.message;

import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.config.RetryPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * How an attempt is run.
 *
 * @param timeout of the whole case
 * @param retry of a single call
 * @param files what hooks and scripts need
 * @param databases that assertions ask, by name
 */
public record AttemptSettings(Duration timeout, RetryPolicy retry, CaseFiles files,
        Map<String, DatabaseConfig> databases) {

    public AttemptSettings {
        files = Objects.requireNonNullElse(files, new CaseFiles.None());
        databases = Map.copyOf(Objects.requireNonNullElse(databases, Map.of()));
    }

    /** For a case that asks no database. */
    public AttemptSettings(Duration timeout, RetryPolicy retry, CaseFiles files) {
        this(timeout, retry, files, Map.of());
    }

    /** For a case that needs no files. */
    public AttemptSettings(Duration timeout, RetryPolicy retry) {
        this(timeout, retry, new CaseFiles.None());
    }
}
