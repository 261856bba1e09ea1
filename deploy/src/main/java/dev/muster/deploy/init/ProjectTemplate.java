package dev.muster.deploy.init;

import module java.base;

/** The first files of a project: a commented {@code muster.yaml} and a suite with two cases. */
public final class ProjectTemplate {

    private static final List<String> FILES = List.of("muster.yaml", "tests/first.jsonl");

    private ProjectTemplate() {}

    /** The outcome of writing the files. */
    public sealed interface Outcome {

        /**
         * The files were written.
         *
         * @param files in the order written
         * @param nextSteps what to do next, for a terminal
         */
        record Written(List<Path> files, String nextSteps) implements Outcome {
            public Written {
                files = List.copyOf(files);
            }
        }

        /** Nothing was written, because something already exists; the sentence names it. */
        record InTheWay(String sentence) implements Outcome {}
    }

    /**
     * Writes the files into a folder, which is created if missing. Overwrites nothing, and writes nothing when any of
     * the files exists.
     */
    public static Outcome write(Path folder) throws IOException {
        for (var name : FILES) {
            var file = folder.resolve(name);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return new Outcome.InTheWay(file + " is there already, so nothing was written; move it away or choose"
                        + " another folder");
            }
        }
        var written = new ArrayList<Path>();
        for (var name : FILES) {
            written.add(writeNew(folder.resolve(name), text(name)));
        }
        return new Outcome.Written(written, text("next-steps.txt"));
    }

    private static Path writeNew(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        return Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    }

    private static String text(String name) {
        try (InputStream file = ProjectTemplate.class.getResourceAsStream("/init/" + name)) {
            if (file == null) {
                throw new IllegalStateException("init/" + name + " is not in this build");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
