package dev.muster.cli.embedded;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.embedded.PostmasterFile.Progress;
import dev.muster.cli.testing.HomeTemplate;
import dev.muster.common.process.Launch;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseIT {

    /** One for all, since unpacking takes seconds; each test leaves it without a running server. */
    @TempDir
    static Path home;

    @AfterEach
    void noServerIsLeftRunning() {
        assertThat(PostmasterFile.in(data())).doesNotExist();
    }

    @Test
    void whatWasWrittenIsThereAfterTheServerWasStopped() throws Exception {
        long first;
        try (EmbeddedDatabase database = EmbeddedDatabase.open(home)) {
            first = database.pid();
            update(database, "CREATE TABLE kept AS SELECT 'once' AS word");
        }
        assertThat(isAlive(first)).isFalse();

        try (EmbeddedDatabase database = EmbeddedDatabase.open(home)) {
            assertThat(query(database, "SELECT word FROM kept")).isEqualTo("once");
            update(database, "DROP TABLE kept");
        }
    }

    @Test
    void theServerIsTheVersionThatItSaysAndKeepsWhatIsCommitted() throws Exception {
        try (EmbeddedDatabase database = EmbeddedDatabase.open(home)) {
            assertThat(query(database, "SHOW server_version")).startsWith(DatabaseHome.MAJOR_VERSION + ".");
            assertThat(query(database, "SHOW fsync")).isEqualTo("on");
            assertThat(query(database, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(query(database, "SELECT upper('é')")).isEqualTo("É");
        }
    }

    @Test
    void strangersAreKeptOut() throws Exception {
        try (EmbeddedDatabase database = EmbeddedDatabase.open(home)) {
            assertThatThrownBy(() -> DriverManager.getConnection(database.url(), database.user(), "guess"))
                    .isInstanceOf(SQLException.class).hasMessageContaining("password");
            assertThatThrownBy(() -> DriverManager.getConnection(database.url(), database.user(), ""))
                    .isInstanceOf(SQLException.class).hasMessageContaining("password");
            assertThat(query(database, "SHOW password_encryption")).isEqualTo("scram-sha-256");
            assertThat(query(database, "SHOW unix_socket_directories")).isEmpty();
            assertThat(query(database, "SELECT count(*) FROM pg_hba_file_rules WHERE auth_method <> 'scram-sha-256'"))
                    .isEqualTo("0");
            assertThat(Files.getPosixFilePermissions(data()))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
            assertThat(Files.getPosixFilePermissions(data().resolveSibling("password")))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    /** As a build does; the launcher names the file, in the same property. */
    @Tag("slow")
    @Test
    void aNewHomeIsACopyOfTheTemplateWithAPasswordOfItsOwn(@TempDir Path folder) throws Exception {
        var file = folder.resolve("muster.data");
        try (var database = EmbeddedDatabase.open(folder.resolve("made"))) {
            update(database, "CREATE TABLE made AS SELECT 'by the build' AS word");
        }
        new DataTemplate(file).make(folder.resolve("made"));

        var passwords = new HashSet<String>();
        try (var _ = HomeTemplate.of(file)) {
            for (var name : List.of("one", "two")) {
                try (var database = EmbeddedDatabase.open(folder.resolve(name))) {
                    assertThat(query(database, "SELECT word FROM made")).isEqualTo("by the build");
                    assertThat(Files.getPosixFilePermissions(DatabaseHome.under(folder.resolve(name)).data()))
                            .isEqualTo(PosixFilePermissions.fromString("rwx------"));
                    passwords.add(database.password());
                    assertThatThrownBy(() -> DriverManager.getConnection(database.url(), database.user(),
                            Files.readString(DatabaseHome.under(folder.resolve("made")).password())))
                            .isInstanceOf(SQLException.class).hasMessageContaining("password");
                }
            }
        }
        assertThat(passwords).hasSize(2);
    }

    @Test
    @Tag("slow")
    void aTemplateThatIsBrokenIsPassedOver(@TempDir Path folder) throws Exception {
        var broken = Files.writeString(folder.resolve("muster.data"), "no archive");
        try (var _ = HomeTemplate.of(broken); var database = EmbeddedDatabase.open(folder.resolve("home"))) {
            assertThat(query(database, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void severalOpensInOneProcessShareOneServer() throws Exception {
        EmbeddedDatabase first = EmbeddedDatabase.open(home);
        EmbeddedDatabase second = EmbeddedDatabase.open(home);
        first.close();
        first.close();

        assertThat(second.pid()).isEqualTo(first.pid());
        assertThat(query(second, "SELECT 1")).isEqualTo("1");
        second.close();
        assertThat(isAlive(second.pid())).isFalse();
    }

    @Test
    @Tag("slow")
    void theServerGoesOnWhenTheProcessThatStartedItLeaves() throws Exception {
        DatabaseUser starter = DatabaseUser.start(home);
        EmbeddedDatabase database = EmbeddedDatabase.open(home);
        starter.close();

        assertThat(database.pid()).isEqualTo(starter.serverPid());
        assertThat(query(database, "SELECT 1")).isEqualTo("1");
        database.close();
        assertThat(isAlive(starter.serverPid())).isFalse();
    }

    @Test
    void theLastProcessStopsTheServerThatAnotherStarted() throws Exception {
        EmbeddedDatabase database = EmbeddedDatabase.open(home);
        DatabaseUser last = DatabaseUser.start(home);
        database.close();
        assertThat(isAlive(last.serverPid())).isTrue();

        last.close();
        assertThat(isAlive(last.serverPid())).isFalse();
    }

    @Test
    @Tag("slow")
    void theServerOfAKilledProcessStops() throws Exception {
        DatabaseUser killed = DatabaseUser.start(home);
        killed.kill();
        eventually("the server stops", () -> !isAlive(killed.serverPid()));

        try (EmbeddedDatabase database = EmbeddedDatabase.open(home)) {
            assertThat(query(database, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    @Tag("slow")
    void theServerOfAKilledProcessStaysForOthers() throws Exception {
        DatabaseUser killed = DatabaseUser.start(home);
        try (EmbeddedDatabase database = EmbeddedDatabase.open(home)) {
            assertThat(database.pid()).isEqualTo(killed.serverPid());
            var guard = killed.guard();
            killed.kill();

            eventually("its guard has looked", () -> !isAlive(guard.pid()));
            assertThat(query(database, "SELECT 1")).isEqualTo("1");
        }
        assertThat(isAlive(killed.serverPid())).isFalse();
    }

    @Test
    @Tag("slow")
    void controlCReachesTheCommandButNotTheServer() throws Exception {
        DatabaseUser interrupted = DatabaseUser.startInOwnGroup(home);
        var log = home.resolve("postgresql-18").resolve("postgresql.log");
        long before = Files.readAllLines(log).size();
        interrupted.interruptGroup();

        try (EmbeddedDatabase database = EmbeddedDatabase.open(home)) {
            assertThat(query(database, "SELECT 1")).isEqualTo("1");
        }
        assertThat(Files.readAllLines(log).stream().skip(before).filter(line -> line.contains("shutdown request"))
                .findFirst()).as("Ctrl-C asks for a fast one, Muster for a smart one first")
                .hasValueSatisfying(line -> assertThat(line).contains("smart shutdown"));
    }

    @Test
    @Tag("slow")
    void rootThatMayMakeNoNamespaceRunsItAsNobody(@TempDir Path scratch) throws Exception {
        assumeTrue(OrdinaryUser.here() == OrdinaryUser.NAMESPACE, "only root runs it as somebody else");
        Files.deleteIfExists(DatabaseHome.under(home).log());
        try (var user = DatabaseUser.startWithout("unshare", home, scratch)) {
            assertThat(Files.getAttribute(Path.of("/proc/" + user.serverPid()), "unix:uid")).isEqualTo(65_534);
        }

        try (EmbeddedDatabase database = EmbeddedDatabase.open(home)) {
            assertThat(query(database, "SELECT 1")).isEqualTo("1");
            assertThat(Files.getAttribute(Path.of("/proc/" + database.pid()), "unix:uid")).isEqualTo(0);
        }
        try (var _ = DatabaseUser.startWithout("unshare", home, scratch)) {
            assertThat(Files.getAttribute(data(), "unix:uid")).isEqualTo(65_534);
        }
    }

    /** It still reads its suite, from an input that does not end. */
    @Test
    @Tag("slow")
    void aCommandThatIsAskedToEndBeforeItsRunBeginsStopsTheServer(@TempDir Path folder) throws Exception {
        var command = new ProcessBuilder(Launch.of(Main.class, "run", "-i", "-").command()).directory(folder.toFile())
                .redirectError(folder.resolve("said").toFile());
        command.environment().put("MUSTER_HOME", home.toString());
        var process = command.start();
        eventually("the server is ready",
                () -> PostmasterFile.read(data()).filter(file -> file.progress() == Progress.READY)
                        .isPresent());

        process.destroy();

        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(folder.resolve("said")).content().doesNotContain("muster:");
    }

    @Test
    void aKilledServerIsRecoveredAtTheSamePort() throws Exception {
        try (EmbeddedDatabase before = EmbeddedDatabase.open(home)) {
            update(before, "CREATE TABLE survived AS SELECT 'yes' AS word");
            kill(before.pid());

            try (EmbeddedDatabase after = EmbeddedDatabase.open(home)) {
                assertThat(after.pid()).isNotEqualTo(before.pid());
                assertThat(query(before, "SELECT word FROM survived")).isEqualTo("yes");
                update(after, "DROP TABLE survived");
            }
        }
    }

    @Test
    void aProcessIdThatNowIsAnotherProgramsIsNoServer() throws Exception {
        EmbeddedDatabase.open(home).close();
        Files.writeString(PostmasterFile.in(data()), """
                %d
                %s
                1700000000
                5432

                127.0.0.1
                  1 1
                ready
                """.formatted(ProcessHandle.current().pid(), data()));

        try (EmbeddedDatabase database = EmbeddedDatabase.open(home)) {
            assertThat(database.pid()).isNotEqualTo(ProcessHandle.current().pid());
            assertThat(query(database, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void anInterruptedThreadStillStopsTheServer() {
        EmbeddedDatabase database = EmbeddedDatabase.open(home);
        Thread.currentThread().interrupt();
        database.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(isAlive(database.pid())).isFalse();
    }

    @Test
    void dataOfAnotherMajorVersionIsRefused(@TempDir Path other) throws Exception {
        Path folder = Files.createDirectories(other.resolve("postgresql-18"));
        Files.writeString(Files.createDirectory(folder.resolve("data")).resolve("PG_VERSION"), "15\n");

        assertThatThrownBy(() -> EmbeddedDatabase.open(other))
                .isInstanceOf(EmbeddedServerException.class)
                .hasMessageContaining("is of PostgreSQL 15, not 18");
    }

    @Test
    void aHomeThatIsAFileIsRefused(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThatThrownBy(() -> EmbeddedDatabase.open(file))
                .isInstanceOf(EmbeddedServerException.class)
                .hasMessageContaining("set MUSTER_HOME to a writable folder");
    }

    private static Path data() {
        return home.resolve("postgresql-18").resolve("data");
    }

    private static void kill(long pid) throws Exception {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        eventually("process " + pid + " is gone", () -> !isAlive(pid));
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).flatMap(process -> process.info().arguments()).isPresent();
    }

    private static void update(EmbeddedDatabase database, String sql) throws SQLException {
        try (Connection connection = connect(database); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(EmbeddedDatabase database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static Connection connect(EmbeddedDatabase database) throws SQLException {
        return DriverManager.getConnection(database.url(), database.user(), database.password());
    }
}
