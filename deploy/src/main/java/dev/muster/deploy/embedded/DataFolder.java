package dev.muster.deploy.embedded;

import module java.base;

/** The data folder of a server: created once with its own password; its settings are rewritten at each start. */
final class DataFolder {

    private static final int PASSWORD_BYTES = 24;

    /**
     * More rounds slow down guessing, and every login. 24 random bytes can't be guessed; 4,096 rounds take a JVM 40 to
     * 190 ms.
     */
    private static final String PASSWORD_ROUNDS = "scram_iterations=1";

    private final DatabaseHome home;
    private final PostgresCommands commands;

    DataFolder(DatabaseHome home, PostgresCommands commands) {
        this.home = home;
        this.commands = commands;
    }

    /** Creates it if missing. */
    void ensure() {
        if (!Files.exists(home.data())) {
            usable(this::make);
        }
    }

    void configure(int port) {
        usable(() -> Files.writeString(home.data().resolve("postgresql.conf"), PostgresSettings.text(port)));
    }

    /** Renamed into place when complete, so that an interrupted creation never looks complete. */
    private Path make() throws IOException {
        Trees.delete(home.unfinishedData());
        writePassword();
        int exit = commands.run("initdb", "--pgdata=" + home.unfinishedData(), "--username=" + Login.USER,
                "--pwfile=" + home.password(), "--auth=scram-sha-256", "--set=" + PASSWORD_ROUNDS, "--encoding=UTF8",
                "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
        if (exit != 0) {
            throw new EmbeddedServerException("Cannot make the data folder " + home.data() + ": " + commands.said());
        }
        return Files.move(home.unfinishedData(), home.data());
    }

    private void writePassword() throws IOException {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        Files.deleteIfExists(home.password());
        createPrivate(home.password());
        Files.writeString(home.password(), HexFormat.of().formatHex(random));
    }

    private static void createPrivate(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
    }

    private void usable(EmbeddedServerException.Action<Path> action) {
        var _ = EmbeddedServerException.telling("Cannot use the data folder " + home.data(),
                ": it must be whole and belong to the user who runs muster.", action);
    }
}
