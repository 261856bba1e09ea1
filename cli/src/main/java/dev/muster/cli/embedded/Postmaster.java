package dev.muster.cli.embedded;

import module java.base;
import dev.muster.cli.embedded.Postmaster.PostmasterFile.Progress;

/** Finds, starts and stops the server process of a data folder. Use only under the start lock. */
record Postmaster(DatabaseHome home, PostgresCommands commands) {

    private static final Duration LONGEST_START = Duration.ofMinutes(4);
    private static final Duration SHORT_STOP = Duration.ofMillis(500);
    private static final Duration LONGEST_FAST_STOP = Duration.ofSeconds(60);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

    /** After a server is killed, its children need a moment to notice and end. */
    private static final Duration LONGEST_HINDRANCE = Duration.ofSeconds(10);
    private static final long LONGEST_LOG_BYTES = 8 << 20;

    /** Returns the running server, else a new one, which tries to reuse the previous port. */
    PostmasterFile findOrStart() {
        int lastPort = PostmasterFile.read(home.data()).map(PostmasterFile::port).orElse(0);
        return find().orElseGet(() -> start(lastPort));
    }

    /** Fast shutdown: open connections are cut off, nothing committed is lost. */
    void stop() {
        living().ifPresent(this::stop);
    }

    private void stop(PostmasterFile server) {
        // A plain signal is the fastest, but it waits for open sessions to end; if one stays, the next signal is needed.
        ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroy);
        if (Poll.until(SHORT_STOP, () -> !server.isAlive(home.data()))) {
            return;
        }
        signalStop("fast");
        if (!Poll.until(LONGEST_FAST_STOP, () -> !server.isAlive(home.data()))) {
            signalStop("immediate");
            Poll.until(LONGEST_STOP, () -> !server.isAlive(home.data()));
        }
    }

    boolean isRunning(PostmasterFile server) {
        return living().filter(server::equals).isPresent();
    }

    /** Waits for a server that is just starting or stopping: the process that started it may have been killed. */
    private Optional<PostmasterFile> find() {
        Poll.until(LONGEST_START,
                () -> living().map(PostmasterFile::progress).orElse(Progress.READY) == Progress.READY);
        Optional<PostmasterFile> server = living();
        if (server.isEmpty()) {
            deleteStaleFile();
        }
        return server;
    }

    private Optional<PostmasterFile> living() {
        return PostmasterFile.read(home.data()).filter(server -> server.isAlive(home.data()));
    }

    private Optional<PostmasterFile> ready() {
        return living().filter(server -> server.progress() == Progress.READY);
    }

    /** PostgreSQL would trust it even if another program now has its process id. */
    private void deleteStaleFile() {
        var _ = EmbeddedServerException.telling("Cannot delete what a dead server left",
                ": the folder must belong to the user who runs muster.",
                () -> Files.deleteIfExists(PostmasterFile.in(home.data())));
    }

    private PostmasterFile start(int preferredPort) {
        new DataFolder(home, commands).ensure();
        setLongLogAside();
        long giveUp = System.nanoTime() + LONGEST_HINDRANCE.toNanos();
        Attempt attempt = attempt(FreePort.preferably(preferredPort));
        while (attempt instanceof Failed failed && failed.mayPass() && System.nanoTime() < giveUp) {
            attempt = attempt(FreePort.preferably(preferredPort));
        }
        return switch (attempt) {
            case Started started -> started.server();
            case Failed failed -> throw new EmbeddedServerException("The embedded PostgreSQL in " + home.folder()
                    + " did not start: " + failed.reason());
        };
    }

    private Attempt attempt(int port) {
        new DataFolder(home, commands).configure(port);
        long logged = logBytes();
        Process starter = commands.start("pg_ctl", "start", "--wait", "--timeout=" + LONGEST_START.toSeconds(),
                "--pgdata=" + home.data(), "--log=" + home.log());
        Poll.until(LONGEST_START, () -> ready().isPresent() || !starter.isAlive());
        // pg_ctl checks the server only ten times a second; until then a Ctrl-C that reaches pg_ctl stops the server.
        starter.destroyForcibly();
        return ready().<Attempt>map(Started::new).orElseGet(
                () -> new Failed(PostgresCommands.lines(home.log(), logged), commands.said()));
    }

    private void signalStop(String mode) {
        commands.run("pg_ctl", "stop", "--no-wait", "--mode=" + mode, "--pgdata=" + home.data());
    }

    private long logBytes() {
        return home.log().toFile().length();
    }

    private void setLongLogAside() {
        if (logBytes() < LONGEST_LOG_BYTES) {
            return;
        }
        Path aside = home.log().resolveSibling(home.log().getFileName() + ".1");
        var _ = EmbeddedServerException.telling("Cannot set the log of PostgreSQL aside", ".",
                () -> Files.move(home.log(), aside, StandardCopyOption.REPLACE_EXISTING));
    }

    private sealed interface Attempt {}

    private record Started(PostmasterFile server) implements Attempt {}

    private record Failed(List<String> log, String said) implements Attempt {

        /** Another program took the port first, or children of a killed server still run. */
        boolean mayPass() {
            return log.stream()
                    .anyMatch(line -> line.contains("Address already in use") || line.contains("is still in use"));
        }

        String reason() {
            return log.isEmpty() ? said : PostgresCommands.tail(log);
        }
    }

    /** The data folder of a server: created once with its own password; its settings are rewritten at each start. */
    private record DataFolder(DatabaseHome home, PostgresCommands commands) {

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
            usable(() -> {
                OrdinaryUser.here().own(home.data());
                OrdinaryUser.here().own(home.log());
                return Files.writeString(home.data().resolve("postgresql.conf"), settings(port));
            });
        }

        /** Renamed into place when complete, so that an interrupted creation never looks complete. */
        private Path make() throws IOException {
            Trees.delete(home.unfinishedData());
            writePassword();
            if (DataTemplate.given().isEmpty() || !copied(DataTemplate.given().get())) {
                initialise();
            }
            return Files.move(home.unfinishedData(), home.data());
        }

        /** Makes it of the template, whose password nobody knows any more; false where that does not work. */
        private boolean copied(DataTemplate template) throws IOException {
            var password = Files.readString(home.password());
            try {
                template.unpack(home.unfinishedData(), commands.binaries().folder());
                OrdinaryUser.here().own(home.unfinishedData());
                return commands.runWith("ALTER ROLE " + Login.USER + " PASSWORD '" + password + "'\n", "postgres",
                        "--single", "-D", home.unfinishedData().toString(), "-c", PASSWORD_ROUNDS, "postgres") == 0
                        && !commands.said().contains("ERROR");
            } catch (IOException | LinkageError | EmbeddedServerException e) {
                return false;
            }
        }

        private void initialise() throws IOException {
            Trees.delete(home.unfinishedData());
            int exit = commands.run("initdb", "--pgdata=" + home.unfinishedData(), "--username=" + Login.USER,
                    "--pwfile=" + home.password(), "--auth=scram-sha-256", "--set=" + PASSWORD_ROUNDS,
                    "--encoding=UTF8",
                    "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
            if (exit != 0) {
                throw new EmbeddedServerException(
                        "Cannot make the data folder " + home.data() + ": " + commands.said());
            }
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
                Files.createFile(file,
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            } else {
                Files.createFile(file);
            }
        }

        private void usable(EmbeddedServerException.Action<Path> action) {
            var _ = EmbeddedServerException.telling("Cannot use the data folder " + home.data(),
                    ": it must be whole and belong to the user who runs muster.", action);
        }

        /** Returns the server's {@code postgresql.conf}. A user's {@code ALTER SYSTEM} settings go to another file and win. */
        private static String settings(int port) throws IOException {
            try (var conf = Objects.requireNonNull(DataFolder.class.getResourceAsStream("/postgresql.conf"))) {
                return new String(conf.readAllBytes(), StandardCharsets.UTF_8)
                        .replace("{port}", String.valueOf(port)).replace("{shared_memory}", sharedMemory());
            }
        }

        /** Some containers have no /dev/shm; files in the data folder work too, but slower. */
        private static String sharedMemory() {
            boolean missing = System.getProperty("os.name").equals("Linux") && !Files.isWritable(Path.of("/dev/shm"));
            return missing ? "mmap" : "posix";
        }
    }

    /**
     * The server's own {@code postmaster.pid} in its data folder, with the process id in line 1, the port in line 4 and the
     * progress in line 8.
     */
    record PostmasterFile(long pid, int port, Progress progress) {

        enum Progress {
            STARTING,
            READY,
            STOPPING
        }

        static Path in(Path data) {
            return data.resolve("postmaster.pid");
        }

        /** Empty also while the server begins to write it, and for a file that a machine crash left empty. */
        static Optional<PostmasterFile> read(Path data) {
            try {
                return parse(Files.readAllLines(in(data)));
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        static Optional<PostmasterFile> parse(List<String> lines) {
            try {
                return Optional.of(new PostmasterFile(
                        Long.parseLong(lines.getFirst().strip()),
                        lines.size() > 3 ? Integer.parseInt(lines.get(3).strip()) : 0,
                        lines.size() > 7 ? progress(lines.get(7).strip()) : Progress.STARTING));
            } catch (NumberFormatException | java.util.NoSuchElementException e) {
                return Optional.empty();
            }
        }

        private static Progress progress(String word) {
            return Stream.of(Progress.values()).filter(each -> each.name().equalsIgnoreCase(word)).findFirst()
                    .orElse(Progress.STARTING);
        }

        /**
         * Whether the process with that id is a server of this data folder. After a machine crash the id may belong to any
         * other program, or to the server of another home.
         */
        boolean isAlive(Path data) {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .flatMap(process -> process.info().arguments())
                    .filter(arguments -> List.of(arguments).contains(data.toString()))
                    .isPresent();
        }
    }
}
