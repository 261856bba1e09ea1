package dev.muster.system.command;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.muster.cli.embedded.FreePort;
import dev.muster.common.testing.Eventually;
import dev.muster.coordinator.store.DatabaseAddress;
import java.sql.DriverManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** On PostgreSQL 15 as Debian 12 has it: its packages are downloaded and unpacked, nothing is installed. */
@Tag("full")
final class DebianOwnDatabaseIT extends OwnDatabaseContract {

    /** The server, and libraries of it that a small Debian lacks. */
    private static final List<String> PACKAGES = List.of("postgresql-15", "postgresql-client-15", "libpq5", "libicu72",
            "libxml2", "libldap-2.5-0", "libsasl2-2");

    @TempDir
    private static Path folder;

    private static Process server;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/apt-get")),
                "needs apt-get, to download Debian's PostgreSQL 15");
        assumeTrue(run(Stream.concat(Stream.of("apt-get", "download"), PACKAGES.stream())) == 0,
                "apt-get has no PostgreSQL 15 here: " + Files.readString(folder.resolve("log")));
        try (var packages = Files.list(folder)) {
            for (var each : packages.filter(file -> file.toString().endsWith(".deb")).toList()) {
                run(Stream.of("dpkg", "-x", each.toString(), folder.toString()));
            }
        }
        Files.writeString(folder.resolve("password"), "admin");
        assumeTrue(
                run(postgres("initdb", "-D", "data", "-U", "postgres", "-A", "scram-sha-256",
                        "--pwfile=password")) == 0,
                "initdb does not run here: " + Files.readString(folder.resolve("log")));
        port = FreePort.any();
        server = process(postgres("postgres", "-D", "data", "-p", String.valueOf(port), "-k", "", "-h", "127.0.0.1"));
        Eventually.eventually("PostgreSQL 15 answers", () -> {
            try (var connection = DriverManager.getConnection(address().url(), "postgres", "admin")) {
                return connection.getMetaData().getDatabaseMajorVersion() == 15;
            } catch (java.sql.SQLException e) {
                return false;
            }
        });
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.destroyForcibly().waitFor(); // a polite request would wait for clients
        }
    }

    @Override
    DatabaseAddress server() {
        return address();
    }

    private static DatabaseAddress address() {
        return new DatabaseAddress("jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres", "admin");
    }

    /** PostgreSQL refuses root, who is somebody else in a namespace of its own. */
    private static Stream<String> postgres(String program, String... words) {
        var rights = System.getProperty("user.name").equals("root") ? Stream.of("unshare", "-U")
                : Stream.<String>empty();
        return Stream.of(rights, Stream.of(folder.resolve("usr/lib/postgresql/15/bin").resolve(program).toString()),
                Arrays.stream(words)).flatMap(part -> part);
    }

    private static int run(Stream<String> words) throws Exception {
        return process(words).waitFor();
    }

    private static Process process(Stream<String> words) throws IOException {
        var builder = new ProcessBuilder(words.toList()).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        builder.environment().put("LD_LIBRARY_PATH", folder.resolve("usr/lib/x86_64-linux-gnu").toString());
        builder.environment().put("LC_ALL", "C");
        return builder.start();
    }
}
