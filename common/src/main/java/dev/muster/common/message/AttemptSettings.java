package dev.muster.common.message;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.config.RetryPolicy;

/**
 * The settings of an attempt.
 *
 * @param timeout timeout of the whole case
 * @param retry retry policy of a single call
 * @param files the files that hooks and scripts need
 * @param databases databases that assertions query, by name
 */
public record AttemptSettings(Duration timeout, RetryPolicy retry, CaseFiles files,
        Map<String, DatabaseConfig> databases) {

    public AttemptSettings {
        files = Objects.requireNonNullElse(files, new CaseFiles.None());
        databases = Map.copyOf(Objects.requireNonNullElse(databases, Map.of()));
    }

    /** Creates settings for a case without databases. */
    public AttemptSettings(Duration timeout, RetryPolicy retry, CaseFiles files) {
        this(timeout, retry, files, Map.of());
    }

    /** Creates settings for a case without files. */
    public AttemptSettings(Duration timeout, RetryPolicy retry) {
        this(timeout, retry, new CaseFiles.None());
    }
}
