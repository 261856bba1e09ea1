package dev.muster.common.process;

import module java.base;

/**
 * Runs programs in bubblewrap: everything is read-only but for a temporary folder of the program's own, {@code /run},
 * {@code /var} and hidden folders are empty, and there is no network unless it is allowed.
 *
 * @param program {@code bwrap}
 * @param hidden folders and files that hold what programs of suites must not read
 * @param shown folders that they need, also inside of hidden ones
 */
public record Bubblewrap(Path program, boolean network, List<Path> hidden, List<Path> shown) {

    private static final String NAME = "bwrap";
    /**
     * Where sockets are that lead out: of container engines, of systemd, of databases. A network of its own does not
     * hide them.
     */
    private static final List<Path> SOCKETS = List.of(Path.of("/run"), Path.of("/var"));
    /** What finds the address of a name. */
    private static final List<Path> NAMES = List.of(Path.of("/etc/resolv.conf"));
    private static final Duration PATIENCE = Duration.ofSeconds(10);

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
                "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--tmpfs", "/tmp", "--setenv", "TMPDIR", "/tmp",
                // root keeps its capabilities otherwise, and mounts everything anew
                "--unshare-all", "--cap-drop", "ALL"));
        if (network) {
            words.add("--share-net");
        }
        // what is shown inside of what is hidden comes after it, and the other way round
        var views = new TreeMap<Path, View>(Comparator.comparingInt(Path::getNameCount)
                .thenComparing(Comparator.naturalOrder()));
        put(views, SOCKETS, View.EMPTY);
        put(views, hidden, View.EMPTY);
        put(views, network ? NAMES : List.of(), View.SHOWN);
        put(views, shown, View.SHOWN);
        views.forEach((place, view) -> words.addAll(view == View.SHOWN
                ? List.of("--ro-bind", place.toString(), place.toString())
                : Files.isDirectory(place) ? List.of("--tmpfs", place.toString())
                        : List.of("--ro-bind", "/dev/null", place.toString())));
        words.addAll(List.of("--chdir", real(command.folder()).orElse(command.folder()).toString(), "--"));
        words.addAll(command.words());
        return words;
    }

    private static void put(Map<Path, View> views, List<Path> places, View view) {
        places.stream().map(Bubblewrap::real).flatMap(Optional::stream).filter(place -> place.getNameCount() > 0)
                .forEach(place -> views.put(place, view));
    }

    /** Bubblewrap mounts nothing on a link. */
    private static Optional<Path> real(Path place) {
        try {
            return Optional.of(place.toRealPath());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private enum View {
        EMPTY,
        SHOWN
    }
}
