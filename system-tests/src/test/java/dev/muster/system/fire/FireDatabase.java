package dev.muster.system.fire;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import java.lang.ProcessBuilder.Redirect;

/** The fleet's PostgreSQL, with its data in its own home. */
final class FireDatabase implements AutoCloseable {

    private final Path home;
    private final HalfDeadProxy proxy;
    private final List<EmbeddedDatabase> opened = new ArrayList<>();

    FireDatabase(Path home) throws IOException {
        this.home = home;
        opened.add(EmbeddedDatabase.open(home));
        proxy = HalfDeadProxy.before(now().port());
    }

    /** Returns the proxy through which the coordinators reach it. */
    HalfDeadProxy proxy() {
        return proxy;
    }

    /** Returns variables for a coordinator's environment. */
    Map<String, String> login() {
        return Map.of("MUSTER_DATABASE_URL", now().url().replace(":" + now().port() + "/", ":" + proxy.port() + "/"),
                "MUSTER_DATABASE_USER", now().user(),
                "MUSTER_DATABASE_PASSWORD", now().password());
    }

    /** Opens it, as it is; closed by the caller. */
    Database open() {
        return Database.serve(new DatabaseAddress(now().url(), now().user(), now().password()), 1);
    }

    /** Kills the server's first process with SIGKILL: the others notice and end. */
    void kill() {
        ProcessHandle.of(now().pid()).ifPresent(postmaster -> {
            postmaster.destroyForcibly();
            postmaster.onExit().join();
        });
    }

    /** Returns the id of its first process. */
    long pid() {
        return now().pid();
    }

    /** A server that could not write sometimes ends by itself and must be started again. */
    void reviveIfDead() {
        if (ProcessHandle.of(pid()).filter(ProcessHandle::isAlive).isEmpty()) {
            startAgain();
        }
    }

    /** Starts it again at its port after it was killed. */
    void startAgain() {
        int port = now().port();
        opened.add(EmbeddedDatabase.open(home));
        if (now().port() != port) {
            throw new IllegalStateException("PostgreSQL came back at port " + now().port() + ", not at " + port);
        }
    }

    /** Restarts it as an administrator does: sessions are cut off, what was committed stays. */
    void restart() throws IOException, InterruptedException {
        var server = Path.of(ProcessHandle.of(now().pid()).orElseThrow().info().command().orElseThrow());
        var command = new ArrayList<>(isRoot() ? List.of("unshare", "-U") : List.of());
        command.addAll(List.of(server.resolveSibling("pg_ctl").toString(), "restart", "--wait", "--mode=fast",
                "--pgdata=" + data(), "--log=" + data().resolveSibling("postgresql.log")));
        int code = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(home.resolve("logs/pg_ctl.log").toFile())).start().waitFor();
        if (code != 0) {
            throw new IOException("pg_ctl restart ended with exit code " + code);
        }
    }

    @Override
    public void close() {
        try {
            proxy.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        opened.reversed().forEach(EmbeddedDatabase::close);
    }

    private Path data() throws IOException {
        return home.resolve("postgresql-18/data").toRealPath();
    }

    private EmbeddedDatabase now() {
        return opened.getLast();
    }

    private static boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }
}
