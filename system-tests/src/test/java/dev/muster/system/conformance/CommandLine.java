package dev.muster.system.conformance;

import module java.base;

/** Splits a command line like a shell: at spaces, except those between double quotes. */
final class CommandLine {

    private CommandLine() {}

    /** Returns the words after {@code muster}. */
    static List<String> words(String line) {
        var words = new ArrayList<String>();
        boolean quoted = false;
        for (var piece : line.split("\"", -1)) {
            if (quoted) {
                words.add(piece);
            } else {
                words.addAll(List.of(piece.strip().split(" +", -1)));
            }
            quoted = !quoted;
        }
        words.removeIf(String::isEmpty);
        return List.copyOf(words.subList(1, words.size()));
    }
}
