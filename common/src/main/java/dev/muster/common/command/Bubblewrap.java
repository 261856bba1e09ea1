package dev.muster.common.command;

import module java.base;

/**
 * Runs programs in bubblewrap: everything is read-only but for a temporary folder of the program's own, hidden folders are
 * empty, and there is no network unless it is allowed.
 *
 * @param program {@code bwrap}
 * @param hidden folders that hold what programs of suites must not read
 * @param shown folders that they need, also inside of hidden ones
 */
public record Bubblewrap(Path program, boolean network, List<Path> hidden, List<Path> shown) {

    private static final String NAME = "bwrap";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    public Bubblewrap {
        hidden = List.copyOf(hidden);
        shown = List.copyOf(shown);
    }

    /**
     * Finds bubblewrap, and tries it.
     *
     * @param path {@code PATH}
     * @throws IOException with a sentence, where it is missing or can't work
     */
    public static Bubblewrap find(String path, boolean network, List<Path> hidden)
            throws IOException, InterruptedException {
        var program = Stream.of(path.split(File.pathSeparator)).map(folder -> Path.of(folder, NAME))
                .filter(Files::isExecutable).findFirst().orElseThrow(() -> new IOException(
                        "--sandbox-commands needs bubblewrap, and there is no " + NAME
                                + " on the PATH; install the package bubblewrap, or leave the option out"));
        var sandbox = new Bubblewrap(program, network, hidden, List.of());
        var ended = new Commands(1, null).run(new Command(List.of("true"), Path.of("/"), Map.of("PATH", path), "",
                PATIENCE, Command.SMALL_OUTPUT, sandbox));
        if (ended instanceof CommandEnd.Broken(var reason)) {
            throw new IOException("--sandbox-commands needs bubblewrap, and here " + NAME + " " + reason
                    + "; allow user namespaces, or leave the option out");
        }
        return sandbox;
    }

    /** Returns this sandbox with a folder that programs may read, wherever it is. */
    public Bubblewrap showing(Path folder) {
        return new Bubblewrap(program, network, hidden,
                Stream.concat(shown.stream(), Stream.of(folder.toAbsolutePath())).toList());
    }

    List<String> words(Command command) {
        var words = new ArrayList<>(List.of(program.toString(), "--ro-bind", "/", "/", "--dev", "/dev", "--proc",
                "/proc", "--tmpfs", "/tmp", "--setenv", "TMPDIR", "/tmp", "--unshare-all"));
        if (network) {
            words.add("--share-net");
        }
        hidden.stream().filter(Files::isDirectory).forEach(folder -> words.addAll(List.of("--tmpfs",
                folder.toString())));
        Stream.concat(shown.stream(), Stream.of(command.folder().toAbsolutePath())).map(Path::toString)
                .forEach(folder -> words.addAll(List.of("--ro-bind", folder, folder)));
        words.addAll(List.of("--chdir", command.folder().toAbsolutePath().toString(), "--"));
        words.addAll(command.words());
        return words;
    }
}
