package dev.muster.system.command;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.cli.Main;
import dev.muster.cli.embedded.FreePort;
import dev.muster.cli.testing.Command;
import dev.muster.common.process.Launch;
import dev.muster.coordinator.store.DatabaseAddress;
import java.lang.ProcessBuilder.Redirect;
import java.sql.DriverManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests runs on this machine that are kept in a PostgreSQL of the user's, by a user who owns one database only. */
abstract class OwnDatabaseContract {

    private static final int CASES = 60;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String PASSWORD = "of tester & co";
    private static final AtomicInteger NAMES = new AtomicInteger();

    @TempDir
    private Path home;

    private String name = "";

    /** Returns the server's database for administrators, and their login. */
    abstract DatabaseAddress server() throws Exception;

    @BeforeEach
    final void makeDatabase() throws Exception {
        name = "runs" + NAMES.incrementAndGet();
        execute(server().url(), "CREATE ROLE " + name + " LOGIN PASSWORD '" + PASSWORD + "'",
                "CREATE DATABASE " + name + " OWNER " + name);
    }

    @Test
    final void aKilledRunGoesOnFromThere() throws Exception {
        try (var agent = MockAgentProcess.start()) {
            project(agent.aguiUrl(300));
            var log = home.resolve("killed.log");
            var run = Launch.of(Main.class, "run", "-i", suite(), "--config", home.resolve("muster.yaml").toString(),
                    "--parallel", "4", "--database", url())
                    .withEnvironment(login()).inBackground(Redirect.to(log.toFile()));
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (verdicts() < 5) {
                assertThat(run.isAlive() && System.nanoTime() < end).as(Files.readString(log)).isTrue();
                LockSupport.parkNanos(10_000_000);
            }
            run.destroyForcibly().waitFor();
            assertThat(verdicts()).isLessThan(CASES);

            var results = home.resolve("out.jsonl");
            eventually("the killed run's lock is gone",
                    () -> Command.typeIn(home, home, login(), "run", "--resume", "last",
                            "--database", url(), "-o", results.toString()).code() == 0);

            assertThat(Files.readAllLines(results)).hasSize(CASES);
            assertThat(verdicts()).isEqualTo(CASES);
            assertThat(Command.typeIn(home, home, login(), "runs", "--database", url()).output()).contains("100 %");
        }
        assertThat(home.resolve("postgresql-18")).as("nothing embedded was started").doesNotExist();
    }

    @Test
    final void theUsersConfigurationNamesIt() throws Exception {
        var config = Files.createDirectories(home.resolve("config/muster")).resolve("config.yaml");
        Files.writeString(config, "database: " + url() + "\n");
        var environment = new HashMap<>(login());
        environment.remove("MUSTER_DATABASE_PASSWORD");
        environment.put("MUSTER_DATABASE_PASSWORD_FILE",
                Files.writeString(home.resolve("secret"), PASSWORD).toString());
        environment.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        try (var agent = MockAgentProcess.start()) {
            project(agent.aguiUrl(0));

            var run = Command.typeIn(home, home, environment, "run", "-i", suite());

            assertThat(run.code()).as(run.output()).isZero();
        }
        assertThat(Command.typeIn(home, home, environment, "runs").output()).contains("100 %");
        assertThat(home.resolve("postgresql-18")).doesNotExist();

        Files.writeString(config, "database: mysql://db/runs\n");
        assertThat(Command.typeIn(home, home, environment, "runs")).isEqualTo(new Command(2,
                "muster: 'database' in " + config
                        + " takes jdbc:postgresql://HOST:PORT/NAME; user and password go into "
                        + "MUSTER_DATABASE_USER and MUSTER_DATABASE_PASSWORD\n"));
    }

    @Test
    final void eachMistakeHasItsSentence() throws Exception {
        project("http://127.0.0.1:1/");
        assertThat(said(Map.of("MUSTER_DATABASE_PASSWORD", "wrong"), url()))
                .contains("refuses the login", "are user and password right?");
        assertThat(said(Map.of("MUSTER_DATABASE_PASSWORD", ""), url())).contains("refuses the login");
        assertThat(said(Map.of(), url().replace(name, "nowhere")))
                .contains("does not have this database", "create it, or name another");
        assertThat(said(Map.of(), "jdbc:postgresql://127.0.0.1:" + FreePort.any() + "/runs"))
                .contains("does not answer", "is it running, and is the address right?");
        assertThat(said(Map.of(), "postgresql://me:secret@db/runs")).contains("--database takes jdbc:postgresql://")
                .doesNotContain("secret");
        execute(server().url(), "ALTER DATABASE " + name + " OWNER TO CURRENT_USER");
        execute(url(), "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
        assertThat(said(Map.of(), url())).contains("the user " + name + " may not create tables in",
                "GRANT CREATE ON SCHEMA public TO " + name);
    }

    private String said(Map<String, String> changed, String url) {
        var environment = new HashMap<>(login());
        environment.putAll(changed);
        var said = Command.typeIn(home, home, environment, "run", "-i", suite(), "--database", url);
        assertThat(said.code()).as(said.output()).isIn(2, 3);
        return said.lines().getLast();
    }

    private Map<String, String> login() {
        return Map.of("MUSTER_DATABASE_USER", name, "MUSTER_DATABASE_PASSWORD", PASSWORD, "MUSTER_HOME",
                home.toString(), "XDG_CONFIG_HOME", home.toString());
    }

    private String url() throws Exception {
        return server().url().replaceFirst("[^/]*$", name);
    }

    private void project(String url) throws IOException {
        Files.writeString(home.resolve("muster.yaml"), "agents: { mock: { protocol: ag-ui, url: \"" + url + "\" } }\n");
        Files.write(Path.of(suite()), IntStream.range(0, CASES)
                .mapToObj(n -> "{\"id\": \"m" + n + "\", \"input\": \"hello " + n + "\"}").toList());
    }

    private String suite() {
        return home.resolve("suite.jsonl").toString();
    }

    private int verdicts() {
        try (var connection = DriverManager.getConnection(url(), name, PASSWORD);
                var rows = connection.createStatement().executeQuery("SELECT count(*) FROM results")) {
            return rows.next() ? rows.getInt(1) : 0;
        } catch (Exception e) {
            return 0; // no tables yet
        }
    }

    private void execute(String url, String... statements) throws Exception {
        try (var connection = DriverManager.getConnection(url, server().user(), server().password());
                var statement = connection.createStatement()) {
            for (var each : statements) {
                statement.execute(each);
            }
        }
    }
}
