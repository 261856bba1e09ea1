package dev.muster.deploy.fleet;

import module java.base;
import dev.muster.deploy.embedded.EmbeddedDatabase;
import dev.muster.deploy.embedded.EmbeddedServerException;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Sets up the log and starts the embedded database while the command line is still being read: both take a third of a
 * second. A command that needs the database opens it again, and gets any error then.
 */
public final class EarlyStart implements AutoCloseable {

    private static final Set<String> COMMANDS = Set.of("run", "demo", "runs", "report");
    private static final List<String> ELSEWHERE = List.of("--coordinator", "--database", "--dry-run", "--serve");
    private static final Set<String> HELP = Set.of("--help", "-h", "--version", "-V", "schema", "completion");

    private final CompletableFuture<@Nullable EmbeddedDatabase> database = new CompletableFuture<>();

    private final CompletableFuture<Void> log = new CompletableFuture<>();

    private EarlyStart() {}

    /** Starts what a command line will need. */
    public static EarlyStart of(List<String> words, Map<String, String> environment) {
        var early = new EarlyStart();
        boolean help = words.isEmpty() || words.stream().anyMatch(HELP::contains);
        boolean database = !help && needsDatabase(words, environment);
        if (help) {
            early.log.complete(null);
        }
        if (!database) {
            early.database.complete(null);
        }
        if (!help) {
            Thread.ofPlatform().daemon().name("early start").start(() -> {
                early.openLog();
                if (database) {
                    early.open(Home.of(environment));
                }
            });
        }
        return early;
    }

    /** Waits until the log is set up. Threads that log meanwhile make SLF4J complain on standard error. */
    public void awaitLog() {
        log.join();
    }

    /** Releases the database, which stops when no one else uses it. */
    @Override
    public void close() {
        var started = database.join();
        if (started != null) {
            started.close();
        }
    }

    private void openLog() {
        try {
            var _ = LoggerFactory.getILoggerFactory();
        } finally {
            log.complete(null);
        }
    }

    private void open(Home home) {
        try {
            database.complete(EmbeddedDatabase.open(home.folder()));
        } catch (EmbeddedServerException e) {
            database.complete(null);
        }
    }

    private static boolean needsDatabase(List<String> words, Map<String, String> environment) {
        return COMMANDS.contains(words.getFirst())
                && environment.getOrDefault("MUSTER_DATABASE_URL", "").isBlank()
                && words.stream().noneMatch(word -> ELSEWHERE.stream().anyMatch(word::startsWith));
    }
}
