package dev.muster.coordinator.suite.input;

import module java.base;
import dev.muster.coordinator.suite.source.Nearest;

/** Finds the file or the folder in a folder that a mistyped name may have meant. */
final class SimilarNames {

    private static final int MOST_EDITS = 2;
    private static final int MOST_NAMES = 5_000;

    private final Path folder;

    SimilarNames(Path folder) {
        this.folder = folder;
    }

    private record Similar(String name, int edits) {}

    /** Returns the name that is within two edits, or a suite's name without its extension; the nearest one. */
    Optional<String> of(String input) {
        int id = input.lastIndexOf('#');
        return nearest(input).or(() -> id > 0 ? nearest(input.substring(0, id)) : Optional.empty());
    }

    private Optional<String> nearest(String input) {
        var written = input.strip().replaceFirst("^\\./", "").replaceFirst("[/\\\\]+$", "");
        return names().stream().filter(name -> name.startsWith(".") == written.startsWith("."))
                .map(name -> new Similar(name, edits(written, name))).filter(SimilarNames::isSimilar)
                .min(Comparator.comparingInt(Similar::edits).thenComparing(Similar::name)).map(Similar::name);
    }

    /** A name of two letters is within two edits of any other: at least one letter must be the same. */
    private static boolean isSimilar(Similar similar) {
        return similar.edits <= MOST_EDITS && similar.edits < similar.name.length();
    }

    private static int edits(String written, String name) {
        boolean isSuiteWithoutExtension = SuitePaths.ENDINGS.stream().anyMatch(
                extension -> name.equalsIgnoreCase(written + extension));
        int edits = Nearest.distance(written, name);
        return isSuiteWithoutExtension ? 0 : edits < written.length() ? edits : Integer.MAX_VALUE;
    }

    private List<String> names() {
        try (var entries = Files.list(folder)) {
            return entries.limit(MOST_NAMES).map(entry -> String.valueOf(entry.getFileName())).toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }
}
