package dev.muster.common.config;

import module java.base;

/**
 * Finds links that lead out of a project. A project may come from a stranger, by a pull request for example: such a
 * link would show or overwrite a file of the person who runs it. A file outside that the person names is read and
 * written.
 */
public final class ProjectLinks {

    private static final List<String> MARKS = List.of(".git", "muster.yaml", "muster.yml");

    private static final int MOST_LINKS = 40;

    private ProjectLinks() {}

    /**
     * Returns where a file really is, if its path lies in the root and the file does not; empty otherwise.
     *
     * @param file need not exist; what counts then is its folder, or the target of its link
     */
    public static Optional<Path> outside(Path root, Path file) throws IOException {
        var path = file.toAbsolutePath().normalize();
        var folder = root.toAbsolutePath().normalize();
        if (!path.startsWith(folder) || !Files.exists(folder)) {
            return Optional.empty();
        }
        var real = real(path);
        return real.startsWith(folder.toRealPath()) ? Optional.empty() : Optional.of(real);
    }

    /** Returns the same for the project that the path lies in: the nearest folder above with a sign of one. */
    public static Optional<Path> outsideOfItsProject(Path file) throws IOException {
        for (var folder = file.toAbsolutePath().normalize().getParent(); folder != null; folder = folder.getParent()) {
            var place = folder;
            if (MARKS.stream().anyMatch(mark -> Files.exists(place.resolve(mark)))) {
                return outside(folder, file);
            }
        }
        return Optional.empty();
    }

    /**
     * Checks a file to write: what a project brings must not decide which other file is overwritten.
     *
     * @throws IOException a sentence, for a link out of the file's project
     */
    public static void checkOutput(Path file) throws IOException {
        var target = outsideOfItsProject(file);
        if (target.isPresent()) {
            throw new IOException("it is a link out of its project, to " + target.get() + "; name that file itself");
        }
    }

    private static Path real(Path path) throws IOException {
        return real(path, MOST_LINKS);
    }

    /** Resolves links as the system does: {@code ..} behind a link leads up from where the link leads. */
    private static Path real(Path path, int links) throws IOException {
        var place = Objects.requireNonNull(path.getRoot());
        for (var name : path) {
            if (name.toString().equals("..")) {
                place = Objects.requireNonNullElse(place.getParent(), place);
            } else if (!name.toString().equals(".")) {
                place = place.resolve(name);
                if (Files.isSymbolicLink(place)) {
                    if (links == 0) {
                        throw new IOException("too many chained links, as at " + place);
                    }
                    place = real(Objects.requireNonNull(place.getParent()).resolve(Files.readSymbolicLink(place)),
                            links - 1);
                }
            }
        }
        return place;
    }
}
