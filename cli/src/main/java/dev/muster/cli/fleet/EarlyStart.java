package dev.muster.cli.fleet;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.embedded.EmbeddedServerException;
import dev.muster.coordinator.suite.project.UserConfig;
import org.slf4j.LoggerFactory;

/**
 * Sets up the log and starts the embedded database while the command line is still being read: both take a third of a
 * second. A command that needs the database opens it again, and gets any error then.
 */
public record EarlyStart(CompletableFuture<Void> log, CompletableFuture<Optional<EmbeddedDatabase>> database)
        implements
            AutoCloseable {

    private static final Set<String> COMMANDS = Set.of("run", "demo", "runs", "report");
    private static final List<String> ELSEWHERE = List.of("--coordinator", "--database", "--dry-run", "--serve");
    private static final Set<String> HELP = Set.of("--help", "-h", "--version", "-V", "schema", "completion");

    /** Starts what a command line will need. */
    public static EarlyStart of(List<String> words, Map<String, String> environment) {
        if (words.isEmpty() || words.stream().anyMatch(HELP::contains)) {
            return new EarlyStart(CompletableFuture.allOf(), CompletableFuture.completedFuture(Optional.empty()));
        }
        Executor thread = task -> Thread.ofPlatform().daemon().name("early start").start(task);
        var database = needsDatabase(words, environment)
                ? CompletableFuture.supplyAsync(() -> open(Home.of(environment)), thread)
                : CompletableFuture.completedFuture(Optional.<EmbeddedDatabase>empty());
        return new EarlyStart(CompletableFuture.runAsync(LoggerFactory::getILoggerFactory, thread), database);
    }

    /** Waits until the log is set up. Threads that log meanwhile make SLF4J complain on standard error. */
    public void awaitLog() {
        log.join();
    }

    /** Releases the database, which stops when no one else uses it. */
    @Override
    public void close() {
        database.join().ifPresent(EmbeddedDatabase::close);
    }

    private static Optional<EmbeddedDatabase> open(Home home) {
        try {
            return Optional.of(EmbeddedDatabase.open(home.folder()));
        } catch (EmbeddedServerException e) {
            return Optional.empty();
        }
    }

    private static boolean isEmbedded(Map<String, String> environment) {
        return environment.getOrDefault("MUSTER_DATABASE_URL", "").isBlank()
                && UserConfig.read(environment).database() == null;
    }

    private static boolean needsDatabase(List<String> words, Map<String, String> environment) {
        return COMMANDS.contains(words.getFirst())
                && ("demo".equals(words.getFirst()) || isEmbedded(environment))
                && words.stream().noneMatch(word -> ELSEWHERE.stream().anyMatch(word::startsWith));
    }
}
