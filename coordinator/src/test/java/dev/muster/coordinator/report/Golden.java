package dev.muster.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

/** Compares with a text recorded in the test resources; {@code -Dgolden=record} records it again, for review. */
public final class Golden {

    private Golden() {}

    public static void matches(String name, String text) {
        if ("record".equals(System.getProperty("golden"))) {
            record(Path.of("src/test/resources/dev/muster/coordinator/report", name), text);
        } else {
            assertThat(text).isEqualTo(recorded(name));
        }
    }

    private static String recorded(String name) {
        try (var stream = Golden.class.getResourceAsStream(name)) {
            return stream == null ? "(nothing is recorded)" : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void record(Path file, String text) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
