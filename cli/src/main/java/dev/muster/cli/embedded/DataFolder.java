package dev.muster.cli.embedded;

import module java.base;
import dev.muster.cli.files.BuildFile;
import dev.muster.cli.files.FileTrees;
import dev.muster.cli.files.PrivateFile;

/** The data folder of a server: created once with its own password; its settings are rewritten at each start. */
record DataFolder(DatabaseHome home, PostgresCommands commands) {

    /**
     * More rounds slow down guessing, and every login. 24 random bytes can't be guessed; 4,096 rounds take a JVM 40 to
     * 190 ms.
     */
    private static final String PASSWORD_ROUNDS = "scram_iterations=1";

    /** Creates it if missing. */
    void ensure() {
        if (!Files.exists(home.data())) {
            usable(this::make);
        }
    }

    void configure(int port) {
        usable(() -> {
            OrdinaryUser.here().own(home.data());
            OrdinaryUser.here().own(home.log());
            return Files.writeString(home.data().resolve("postgresql.conf"), settings(port));
        });
    }

    /** Renamed into place when complete, so that an interrupted creation never looks complete. */
    private Path make() throws IOException {
        FileTrees.delete(home.unfinishedData());
        PrivateFile.write(home.password(), PrivateFile.secret());
        if (DataTemplate.given().isEmpty() || !copied(DataTemplate.given().get())) {
            initialise();
        }
        return Files.move(home.unfinishedData(), home.data());
    }

    /** Makes it of the template, whose password is lost; false where that does not work. */
    private boolean copied(DataTemplate template) throws IOException {
        var password = Files.readString(home.password());
        try {
            template.unpack(home.unfinishedData(), commands.binaries().folder());
            OrdinaryUser.here().own(home.unfinishedData());
            return commands.runWith("ALTER ROLE " + Login.USER + " PASSWORD '" + password + "'\n", "postgres",
                    "--single", "-D", home.unfinishedData().toString(), "-c", PASSWORD_ROUNDS, "postgres") == 0
                    && !commands.output().contains("ERROR");
        } catch (IOException | LinkageError | EmbeddedServerException e) {
            return false;
        }
    }

    private void initialise() throws IOException {
        FileTrees.delete(home.unfinishedData());
        int exit = commands.run("initdb", "--pgdata=" + home.unfinishedData(), "--username=" + Login.USER,
                "--pwfile=" + home.password(), "--auth=scram-sha-256", "--set=" + PASSWORD_ROUNDS,
                "--encoding=UTF8",
                "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
        if (exit != 0) {
            throw new EmbeddedServerException(
                    "Cannot create the data folder " + home.data() + ": " + commands.output());
        }
    }

    private void usable(EmbeddedServerException.Action<Path> action) {
        var _ = EmbeddedServerException.telling("Cannot use the data folder " + home.data(),
                ": it must be complete and belong to the user who runs muster.", action);
    }

    /**
     * Returns the server's {@code postgresql.conf}. A user's {@code ALTER SYSTEM} settings go to another file and win.
     */
    private static String settings(int port) {
        return BuildFile.text("/postgresql.conf").replace("{port}", String.valueOf(port)).replace("{shared_memory}",
                sharedMemory());
    }

    /** Some containers have no /dev/shm; files in the data folder work too, but slower. */
    private static String sharedMemory() {
        boolean missing = System.getProperty("os.name").equals("Linux") && !Files.isWritable(Path.of("/dev/shm"));
        return missing ? "mmap" : "posix";
    }
}
