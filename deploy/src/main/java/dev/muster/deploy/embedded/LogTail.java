package dev.muster.deploy.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What was written to a log since a moment. */
record LogTail(List<String> lines) {

    private static final int LINES = 4;

    LogTail {
        lines = List.copyOf(lines);
    }

    /** What follows the first {@code from} bytes; nothing when there is no log yet. */
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

    /** The last few lines. */
    String onOneLine() {
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    }

    private static List<String> written(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }
}
