package dev.muster.system.fire;

import static org.junit.jupiter.api.Assumptions.abort;

import module java.base;
import dev.muster.common.testing.Repository;

/**
 * The distribution of an earlier commit: that before the newest one which changed what is sent or stored. With
 * {@code -Dmuster.earlier=FOLDER} one that is built already, with {@code -Dmuster.earlier.commit=COMMIT} that of another.
 */
record EarlierBuild(Path folder) {

    private static final Path ROOT = Repository.root();
    private static final String SCRIPTS = "coordinator/src/main/resources/db/migration";
    private static final List<String> SENT_OR_STORED = List.of("common/src/main/java/dev/muster/common/message",
            "coordinator/src/main/java/dev/muster/coordinator/store", SCRIPTS);
    /** Starts the same command with another class path. */
    private static final String OTHER_CLASSES = """
            path=$1; shift; last=; n=$#
            while [ $n -gt 0 ]; do
              word=$1; shift; [ "$last" != -cp ] || word=$path
              last=$word; set -- "$@" "$word"; n=$((n - 1))
            done
            exec "$@"
            """;

    /** @param work where it is built, unless it is there */
    static EarlierBuild in(Path work) throws IOException, InterruptedException {
        var given = System.getProperty("muster.earlier");
        return new EarlierBuild(given == null ? build(work) : Path.of(given));
    }

    private static Path build(Path work) throws IOException, InterruptedException {
        var commit = System.getProperty("muster.earlier.commit", "");
        if (commit.isEmpty()) {
            var newest = new ArrayList<>(List.of("git", "-C", ROOT.toString(), "log", "-1", "--format=%H", "--"));
            newest.addAll(SENT_OR_STORED);
            commit = output(newest).strip() + "^";
        }
        var source = work.resolve("source");
        if (!Programs.run("git", "-C", ROOT.toString(), "worktree", "add", "--quiet", "--detach", source.toString(),
                commit)) {
            return abort("commit " + commit + " is not there (a shallow clone, or no repository)");
        }
        try {
            Programs.must("mvn", "-B", "-q", "-f", source.toString(), "-Dquick", "-DskipTests", "package");
            return Files.move(source.resolve("deploy/target/muster"), work.resolve("muster"));
        } finally {
            Programs.must("git", "-C", ROOT.toString(), "worktree", "remove", "--force", source.toString());
        }
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    /** Returns the words before a Java command that make it one of that build. */
    List<String> through() throws IOException {
        // builds before the module cli had one jar that the launcher put first
        var path = Stream.concat(Stream.of("lib/muster-deploy.jar"),
                Stream.of(Files.readString(folder.resolve("muster.classpath")).strip().split(":", -1)))
                .map(jar -> folder.resolve(jar).toAbsolutePath()).filter(Files::exists).map(Path::toString)
                .collect(Collectors.joining(":"));
        return List.of("sh", "-c", OTHER_CLASSES, "sh", path);
    }
}
