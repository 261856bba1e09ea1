package dev.muster.deploy.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.muster.common.testing.Repository;

/**
 * Runs podman and podman-compose. There may be no registry, so images of others are stand-ins: a minimal Debian by mmdebstrap,
 * Kafka from its Maven artifacts, Debian's PostgreSQL.
 *
 * @param folder for logs and settings
 */
record Podman(Path folder, Map<String, String> environment) {

    static final String BASE = "localhost/muster-stand-in-base";
    static final String KAFKA = "localhost/muster-stand-in-kafka";
    static final String POSTGRES = "localhost/muster-stand-in-postgres";
    static final String MUSTER = "localhost/muster-containers";

    /** A base trusts whom this machine trusts: the build inside downloads libraries. */
    private static final String TRUST = "if [ -d /usr/local/share/ca-certificates ]; then"
            + " mkdir -p $1/usr/local/share && cp -r /usr/local/share/ca-certificates $1/usr/local/share/"
            + " && chroot $1 update-ca-certificates; fi";

    private static final Path STAND_INS = Repository.root().resolve("deploy/src/test/containers");

    /** Skips the test where a program is missing. */
    static Podman here(Path folder, Map<String, String> environment) throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "containers with their own networks need root here");
        for (var program : List.of("podman", "podman-compose", "mmdebstrap", "runc")) {
            assumeTrue(Stream.of("/usr/bin", "/usr/sbin", "/usr/local/bin").map(Path::of)
                    .anyMatch(bin -> Files.isExecutable(bin.resolve(program))), "needs " + program);
        }
        var settings = Files.writeString(folder.resolve("containers.conf"), """
                [containers]
                default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
                [engine]
                runtime = "runc"
                """);
        var all = new HashMap<>(environment);
        all.put("CONTAINERS_CONF", settings.toString());
        return new Podman(folder, all);
    }

    /** Returns the tree of the archive, which {@code -Pdist} makes. */
    static Path tree() throws IOException {
        var dist = Repository.root().resolve("deploy/target/dist");
        assumeTrue(Files.isDirectory(dist), "only -Pdist makes the archive");
        try (var files = Files.list(dist)) {
            return files.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    String run(String... words) throws Exception {
        var log = Files.createTempFile(folder, "podman", ".log");
        int code = start(log, words).waitFor();
        assertThat(code).as(() -> String.join(" ", words) + "\n" + read(log)).isZero();
        return read(log).strip();
    }

    Process start(Path log, String... words) throws IOException {
        var builder = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    void base() throws Exception {
        debian(BASE, "trixie", "ca-certificates");
    }

    void standIns() throws Exception {
        base();
        debian(POSTGRES + "-base", "bookworm", "ca-certificates,postgresql-15");
        build(STAND_INS.resolve("postgres"), STAND_INS.resolve("postgres/Dockerfile"), POSTGRES + "-base", POSTGRES);
        build(kafka(), STAND_INS.resolve("kafka/Dockerfile"), BASE, KAFKA);
    }

    void build(Path context, Path dockerfile, String base, String name) throws Exception {
        run("podman", "build", "--isolation", "chroot", "--format", "docker", "-q", "-f", dockerfile.toString(),
                "--build-arg",
                "BASE_IMAGE=" + base, "-t", name, context.toString());
    }

    /** Made once on a machine: it takes a minute and 170 MB. */
    private void debian(String name, String suite, String packages) throws Exception {
        if (start(folder.resolve("exists.log"), "podman", "image", "exists", name).waitFor() != 0) {
            var root = folder.resolve("root.tar").toString();
            run("mmdebstrap", "--variant=minbase", "--include=" + packages, "--customize-hook=" + TRUST, suite, root);
            run("podman", "import", root, name);
            Files.delete(Path.of(root));
        }
    }

    /** Kafka, as Muster has it for its own broker, and its command line tools. */
    private Path kafka() throws Exception {
        var context = folder.resolve("kafka");
        run("cp", "-r", STAND_INS.resolve("kafka").toString(), context.toString());
        run("cp", "-r", tree().resolve("jre").toString(), context.resolve("jre").toString());
        run("cp", "-r", tree().resolve("lib").toString(), context.resolve("libs").toString());
        for (var tool : List.of("org.apache.kafka:kafka-tools:4.3.1", "net.sourceforge.argparse4j:argparse4j:0.7.0")) {
            run("mvn", "-q", "dependency:copy", "-Dartifact=" + tool, "-DoutputDirectory=" + context.resolve("libs"));
        }
        return context;
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
