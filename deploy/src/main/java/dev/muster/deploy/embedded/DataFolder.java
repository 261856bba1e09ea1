package dev.muster.deploy.embedded;

import module java.base;

/** The data folder of a server: created once with its own password; its settings are rewritten at each start. */
record DataFolder(DatabaseHome home, PostgresCommands commands) {

    private static final int PASSWORD_BYTES = 24;

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
        usable(() -> Files.writeString(home.data().resolve("postgresql.conf"), settings(port)));
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

    /** Returns the server's {@code postgresql.conf}. A user's {@code ALTER SYSTEM} settings go to another file and win. */
    private static String settings(int port) {
        return """
                # Written at each start. Own settings: ALTER SYSTEM SET ...
                listen_addresses = '127.0.0.1'
                port = %d
                unix_socket_directories = ''
                max_connections = 200
                shared_buffers = 128MB
                dynamic_shared_memory_type = %s
                huge_pages = off

                # One server, nobody to replicate to: the smallest log of changes, few and late checkpoints.
                fsync = on
                wal_level = minimal
                max_wal_senders = 0
                max_logical_replication_workers = 0
                wal_buffers = 16MB
                wal_compression = pglz
                min_wal_size = 128MB
                max_wal_size = 1GB
                checkpoint_timeout = 15min

                # Short statements on a small machine: compiling them and workers for reading cost more than they bring.
                jit = off
                io_method = sync
                random_page_cost = 1.1

                timezone = 'UTC'
                log_timezone = 'UTC'
                log_line_prefix = '%%m [%%p] '
                log_checkpoints = off
                lc_messages = 'C'
                default_text_search_config = 'pg_catalog.english'
                """.formatted(port, sharedMemory());
    }

    /** Some containers have no /dev/shm; files in the data folder work too, but slower. */
    private static String sharedMemory() {
        boolean missing = System.getProperty("os.name").equals("Linux") && !Files.isWritable(Path.of("/dev/shm"));
        return missing ? "mmap" : "posix";
    }
}
