package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.testing.Repository;

/**
 * Muster as users have it: an archive with its SHA-256. With {@code -Pdist} it is the one that was built; otherwise one
 * that leads to the jars of this build, and runs on the JDK of the tests.
 */
record Distribution(Path archive) {

    private static final String BUILT = System.getProperty("muster.dist", "");
    private static final String NAME = "muster-0.0.0-linux-x64";

    /** @param folder for the archive */
    static Distribution in(Path folder) throws Exception {
        if (!BUILT.isEmpty()) {
            try (var files = Files.list(Path.of(BUILT))) {
                return new Distribution(files.filter(file -> file.toString().endsWith(".tar.gz")).findFirst()
                        .orElseThrow());
            }
        }
        var root = Repository.root().toAbsolutePath().normalize();
        var tree = folder.resolve(NAME);
        Files.createDirectories(tree.resolve("bin"));
        Files.copy(root.resolve("muster"), tree.resolve("bin/muster"), StandardCopyOption.COPY_ATTRIBUTES);
        for (var part : List.of("lib", "muster.classpath", "muster.aot", "scripts.aot")) {
            var built = root.resolve("deploy/target/muster").resolve(part);
            if (Files.exists(built)) {
                Files.createSymbolicLink(tree.resolve(part), built);
            }
        }
        var archive = folder.resolve(NAME + ".tar.gz");
        var tar = new ProcessBuilder("tar", "-C", folder.toString(), "-czf", archive.toString(), NAME)
                .redirectErrorStream(true).start();
        assertThat(new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
        var hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));
        Files.writeString(Path.of(archive + ".sha256"),
                HexFormat.of().formatHex(hash) + "  " + archive.getFileName() + "\n");
        return new Distribution(archive);
    }

    /** Unpacks it and returns the folder of the command. */
    Path bin(Path folder) throws Exception {
        Files.createDirectories(folder);
        var tar = new ProcessBuilder("tar", "-C", folder.toString(), "--strip-components", "1", "-xzf",
                archive.toString()).inheritIO().start();
        assertThat(tar.waitFor()).isZero();
        return folder.resolve("bin");
    }

    /** Returns what the launcher needs where no JDK is on the {@code PATH}. */
    static Map<String, String> environment(Path home) {
        var environment = new HashMap<>(Map.of("PATH", System.getenv("PATH"), "HOME", home.toString(),
                "XDG_CACHE_HOME", System.getenv().getOrDefault("XDG_CACHE_HOME",
                        System.getProperty("user.home") + "/.cache"),
                "MUSTER_HOME", home.toString()));
        if (BUILT.isEmpty()) {
            environment.put("MUSTER_JAVA_HOME", System.getProperty("java.home"));
        }
        return environment;
    }
}
