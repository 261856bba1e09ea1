package dev.muster.deploy.embedded;

import module java.base;

/** The lines written to a log after a given point. */
record LogTail(List<String> lines) {

    private static final int LINES = 4;

    LogTail {
        lines = List.copyOf(lines);
    }

    /** Returns what follows the first {@code from} bytes; nothing when there is no log yet. */
    static LogTail of(Path log, long from) {
        try (var content = Files.newInputStream(log)) {
            content.skipNBytes(from);
            return new LogTail(written(new String(content.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            return new LogTail(List.of());
        }
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    boolean mentions(String text) {
        return lines.stream().anyMatch(line -> line.contains(text));
    }

    /** Returns the last few lines. */
    String onOneLine() {
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    }

    private static List<String> written(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }
}
