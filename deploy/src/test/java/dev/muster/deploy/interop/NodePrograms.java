package dev.muster.deploy.interop;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

/**
 * The programs of {@code src/interop}, with their packages, installed by npm below {@code target}. A test that needs
 * them is skipped without Node.js.
 */
final class NodePrograms {

    private static final Path SOURCES = Path.of("src/interop");
    private static final Path INSTALLED = Path.of("target/interop");
    private static final List<String> FILES = List.of("package.json", "package-lock.json", "announce.mjs",
            "agui-server.mjs", "aimock-server.mjs");

    private NodePrograms() {}

    /** Starts one of the programs; installs the packages if they are missing or differ from the lock file. */
    static NodeServer start(String program) throws IOException, InterruptedException {
        for (var needed : List.of("node", "npm")) {
            assumeTrue(isThere(needed), needed + " is not on the PATH, so tests against npm packages are skipped");
        }
        install();
        return NodeServer.start(INSTALLED, program);
    }

    /** The tests run in two processes: one installs, the other waits. */
    private static void install() throws IOException, InterruptedException {
        Files.createDirectories(INSTALLED);
        try (var lock = FileChannel.open(INSTALLED.resolve("lock"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE); var _ = lock.lock()) {
            installAlone();
        }
    }

    private static void installAlone() throws IOException, InterruptedException {
        var asInstalled = INSTALLED.resolve("installed-lock.json");
        var wanted = Files.readString(SOURCES.resolve("package-lock.json"));
        for (var file : FILES) {
            Files.copy(SOURCES.resolve(file), INSTALLED.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        if (!Files.exists(asInstalled) || !Files.readString(asInstalled).equals(wanted)) {
            npmCi();
            Files.writeString(asInstalled, wanted);
        }
    }

    private static void npmCi() throws IOException, InterruptedException {
        var log = INSTALLED.resolve("npm.log").toFile();
        var npm = new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
                .directory(INSTALLED.toFile()).redirectErrorStream(true).redirectOutput(log).start();
        if (!npm.waitFor(5, TimeUnit.MINUTES)) {
            npm.destroyForcibly();
            throw new IOException("npm ci took more than 5 minutes; see " + log);
        }
        if (npm.exitValue() != 0) {
            throw new IOException("npm ci failed with exit code " + npm.exitValue() + "; see " + log);
        }
    }

    private static boolean isThere(String program) {
        try {
            return new ProcessBuilder(program, "--version").redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException("interrupted while looking for " + program, e));
        }
    }
}
