package dev.muster.cli.embedded;

import module java.base;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's binaries, unpacked once from the archive on the class path. */
record PostgresBinaries(Path folder) {

    /** What an archive of Muster has instead: a little larger, and unpacked in a fifth of the time. */
    private static final String QUICK = ".tar.zst";

    /** From the user's cache; where there can be none, from the home itself. Call only under the home's start lock. */
    static PostgresBinaries unpacked(DatabaseHome home, ProgramCache cache) {
        Platform platform = Platform.current();
        URL archive = archive(platform);
        return EmbeddedServerException.telling("Cannot unpack PostgreSQL into " + home.folder(),
                ": the folder must be writable, have 100 MB free and let programs run; set MUSTER_HOME to one that does.",
                () -> {
                    String name = "postgresql-" + DatabaseHome.MAJOR_VERSION + "-" + platform + "-" + mark(archive);
                    return new PostgresBinaries(folder(name, archive, home, cache));
                });
    }

    private static Path folder(String name, URL archive, DatabaseHome home, ProgramCache cache) throws IOException {
        try {
            return runnable(cache.folder(name, folder -> unpack(archive, folder)));
        } catch (IOException e) {
            return runnable(new ProgramCache(home.folder().resolve("programs")).folder(name,
                    folder -> unpack(archive, folder)));
        }
    }

    private static Path runnable(Path folder) throws IOException {
        requireExecutable(folder.resolve("bin/postgres"), folder);
        return folder;
    }

    private static void requireExecutable(Path program, Path folder) throws IOException {
        if (!Files.isExecutable(program)) {
            throw new IOException("no program runs in " + folder + ": its file system is mounted noexec");
        }
    }

    Path program(String name) {
        return folder.resolve("bin").resolve(name);
    }

    private static URL archive(Platform platform) {
        @Nullable
        URL quick = PostgresBinaries.class.getResource("/" + platform.quickArchive());
        if (quick != null) {
            return quick;
        }
        @Nullable
        URL archive = PostgresBinaries.class.getResource("/" + platform.archive());
        if (archive == null) {
            throw new EmbeddedServerException("This distribution has no PostgreSQL for " + platform
                    + ": put the jar with " + platform.archive()
                    + " on the class path, or give the address of a PostgreSQL of your own.");
        }
        return archive;
    }

    /** Identifies the archive cheaply: by the checksum in the jar's directory. */
    private static String mark(URL archive) throws IOException {
        URLConnection connection = archive.openConnection();
        long number = connection instanceof JarURLConnection jar
                ? jar.getJarEntry().getCrc()
                : connection.getContentLengthLong();
        return Long.toHexString(number);
    }

    private static void unpack(URL archive, Path folder) throws IOException {
        var probe = Files.createFile(folder.resolve("probe"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        requireExecutable(probe, parent(folder));
        Files.delete(probe);
        try (var content = new BufferedInputStream(archive.openStream());
                var tar = archive.getPath().endsWith(QUICK)
                        ? Tar.zstd(content, parent(folder))
                        : new XZInputStream(content)) {
            Tar.unpack(tar, folder);
        }
    }

    private static Path parent(Path folder) {
        return Objects.requireNonNull(folder.getParent());
    }

    /** The operating system and processor, as named in the archives of PostgreSQL's binaries. */
    record Platform(String system, String processor) {

        static Platform current() {
            return of(System.getProperty("os.name"), System.getProperty("os.arch"));
        }

        static Platform of(String osName, String osArch) {
            return new Platform(system(osName.toLowerCase(Locale.ROOT)), processor(osArch.toLowerCase(Locale.ROOT)));
        }

        private static String system(String name) {
            if (name.startsWith("mac")) {
                return "darwin";
            }
            return name.startsWith("windows") ? "windows" : name;
        }

        private static String processor(String name) {
            return switch (name) {
                case "amd64", "x86_64" -> "x86_64";
                case "aarch64", "arm64" -> "arm_64";
                default -> name;
            };
        }

        String archive() {
            return "postgres-" + this + ".txz";
        }

        String quickArchive() {
            return "postgres-" + this + QUICK;
        }

        @Override
        public String toString() {
            return system + "-" + processor;
        }
    }

    /**
     * The unpacked programs, shared by every {@code MUSTER_HOME} of a user: {@code $XDG_CACHE_HOME/muster}, by default
     * {@code ~/.cache/muster}, and for a user without a home below {@code MUSTER_HOME}. Its contents can be deleted at any time; they are created again.
     */
    record ProgramCache(Path folder) {

        /** Static because a file lock belongs to the whole process, and a second attempt to lock would be refused. */
        private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

        /** Fills a folder with unpacked programs. */
        @FunctionalInterface
        interface Unpacking {
            void into(Path folder) throws IOException;
        }

        static ProgramCache of(Map<String, String> environment, Path userHome, Path musterHome) {
            var named = environment.get("XDG_CACHE_HOME");
            if (named != null && Path.of(named).isAbsolute()) {
                return new ProgramCache(Path.of(named, "muster"));
            }
            var isThere = userHome.isAbsolute() && Files.isDirectory(userHome);
            return new ProgramCache((isThere ? userHome.resolve(".cache") : musterHome.resolve("cache"))
                    .resolve("muster"));
        }

        /** Returns the folder of that name; unpacks it first if missing, in one process at a time. */
        Path folder(String name, Unpacking unpacking) throws IOException {
            var wanted = folder.resolve(name);
            if (Files.isDirectory(wanted)) {
                return wanted;
            }
            Files.createDirectories(folder);
            IN_THIS_PROCESS.lock();
            try (var file = FileChannel.open(folder.resolve("unpack.lock"), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE); FileLock _ = file.lock()) {
                if (!Files.isDirectory(wanted)) {
                    unpack(wanted, unpacking);
                }
                return wanted;
            } finally {
                IN_THIS_PROCESS.unlock();
            }
        }

        /** Renamed into place when complete, so that an interrupted unpacking never looks complete. */
        private static void unpack(Path wanted, Unpacking unpacking) throws IOException {
            var unfinished = wanted.resolveSibling("unfinished");
            Trees.delete(unfinished);
            Files.createDirectories(unfinished);
            unpacking.into(unfinished);
            Files.move(unfinished, wanted);
        }
    }
}
