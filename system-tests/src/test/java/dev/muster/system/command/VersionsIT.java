package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.StoreException;
import dev.muster.system.SharedBroker;
import java.lang.ProcessBuilder.Redirect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests who migrates tables that an older Muster made, and that nobody works on those of a newer one. */
final class VersionsIT {

    private static final Path MIGRATIONS = Path.of("../coordinator/src/main/resources/db/migration");
    private static final String NEWER = """
            INSERT INTO flyway_schema_history (installed_rank, version, description, type, script, installed_by,
                                               execution_time, success)
            VALUES (999, '999', 'of the future', 'SQL', 'V999__of_the_future.sql', 'me', 1, true)
            """;
    private static final String TOO_OLD = "this Muster is too old: the tables in ";

    @TempDir
    private static Path home;

    private static EmbeddedDatabase server;
    private static DatabaseAddress address;
    private static int newest;

    private Database admin;

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedDatabase.open(home);
        address = new DatabaseAddress(server.url(), server.user(), server.password());
        try (var scripts = Files.list(MIGRATIONS)) {
            newest = scripts.mapToInt(VersionsIT::version).max().orElseThrow();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int version(Path script) {
        var name = script.getFileName().toString();
        return Integer.parseInt(name.substring(1, name.indexOf("__")));
    }

    /** Makes the tables as the version before had them. */
    @BeforeEach
    void makeThemOld() throws Exception {
        execute("DROP SCHEMA public CASCADE", "CREATE SCHEMA public");
        Database.open(address, 1).close();
        execute("CREATE SCHEMA kept", "ALTER TABLE flyway_schema_history SET SCHEMA kept",
                "DELETE FROM kept.flyway_schema_history WHERE version = '" + newest + "'", "DROP SCHEMA public CASCADE",
                "CREATE SCHEMA public");
        try (var scripts = Files.list(MIGRATIONS)) {
            for (var script : scripts.filter(each -> version(each) < newest)
                    .sorted(Comparator.comparingInt(VersionsIT::version)).toList()) {
                execute(Files.readString(script));
            }
        }
        execute("ALTER TABLE kept.flyway_schema_history SET SCHEMA public", "DROP SCHEMA kept");
        admin = Database.serve(address, 2);
    }

    @AfterEach
    void close() {
        admin.close();
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(server.url(), server.user(), server.password());
    }

    private static void execute(String... statements) throws SQLException {
        try (var connection = connect(); var statement = connection.createStatement()) {
            for (var each : statements) {
                statement.execute(each);
            }
        }
    }

    private int stored() {
        return admin.list("SELECT max(version::int) FROM flyway_schema_history", row -> row.getInt(1)).getFirst();
    }

    private static Command onThat(String... words) {
        var all = Stream.concat(Stream.of(words), Stream.of("--database", server.url())).toArray(String[]::new);
        return Command.typeHere(home, login(), all);
    }

    private static Map<String, String> login() {
        return Map.of("MUSTER_DATABASE_USER", server.user(), "MUSTER_DATABASE_PASSWORD", server.password());
    }

    @Test
    void onlyWhoLeadsMigrates() {
        var refused = onThat("runs");
        assertThat(refused.code()).as(refused.output()).isEqualTo(3);
        assertThat(refused.output()).contains("have version " + (newest - 1) + ", and this Muster reads " + newest
                + "; upgrade the fleet's coordinator first");

        try (var older = Leadership.take(admin, "older", "test")) {
            assertThat(stored()).isEqualTo(newest);
            assertThat(older.epoch()).isOne();
        }
        assertThat(onThat("runs").code()).isZero();
    }

    @Test
    @Tag("slow")
    void aStandbyLeavesTheTablesToTheLeader() throws Exception {
        try (var lock = connect();
                var statement = lock.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(hashtextextended('led', 0))");

            assertThat(Leadership.tryTake(admin, "led", "test")).isEmpty();

            assertThat(stored()).isEqualTo(newest - 1);
        }
    }

    @Test
    @Tag("slow")
    void anOlderMusterRefusesNewerTables() {
        Database.open(address, 1).close();
        admin.update(NEWER);
        var sentence = TOO_OLD + server.url().split("\\?", -1)[0] + " have version 999, and it knows them up to "
                + newest
                + "; use the version of Muster that upgraded them, or restore the backup from before the upgrade";

        for (var words : List.of(List.of("runs"), List.of("coordinator", "--no-token", "--port", "0", "--kafka",
                "127.0.0.1:1"),
                List.of("coordinator", "--standby", "--no-token", "--port", "0", "--kafka",
                        "127.0.0.1:1"))) {
            var typed = onThat(words.toArray(String[]::new));
            assertThat(typed.code()).as(typed.output()).isEqualTo(3);
            assertThat(typed.output()).contains(sentence);
        }
        assertThat(Command.typeHere(home, Map.of(), "runs")).returns(3, Command::code).extracting(Command::output)
                .asString().contains(TOO_OLD);
        assertThatThrownBy(() -> Leadership.take(admin, "f", "test")).isInstanceOf(StoreException.TooOld.class);
    }

    /** The newer leader migrates, whatever the fleet. */
    @Tag("slow")
    @Test
    void aStandbyThatBecomesTooOldSaysSoAndEnds() throws Exception {
        Database.open(address, 1).close();
        var log = home.resolve("standby.log");
        var environment = new HashMap<>(login());
        environment.put("MUSTER_HOME", home.toString());
        // a busy machine takes longer to start the standby than a lock lasts
        try (var leader = Leadership.take(admin, "led", "test");
                var renewing = Executors.newSingleThreadScheduledExecutor();
                var standby = ChildProcess.start(Launch.of(Main.class, "coordinator", "--standby", "--no-token",
                        "--port",
                        "0", "--fleet", "led", "--replication", "1", "--kafka", SharedBroker.address(), "--database",
                        server.url()).withEnvironment(environment).withErrorsTo(Redirect.to(log.toFile())))) {
            renewing.scheduleAtFixedRate(() -> leader.lock().renew(), 1, 1, TimeUnit.SECONDS);
            assertThat(standby.firstLine(Duration.ofMinutes(1))).contains("stands by");

            admin.update(NEWER);

            assertThat(standby.handle().onExit().get(30, TimeUnit.SECONDS).isAlive()).isFalse();
            assertThat(Files.readString(log)).contains("muster: " + TOO_OLD);
            assertThat(renewing.submit(() -> leader.lock().renew()).get()).isTrue();
        }
    }
}
