package dev.muster.common.testing;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;

/**
 * Checks that data that other versions write or read stays the same to the byte: a resource has one line with everything
 * possible, and one with the minimum.
 */
public final class Pinned {

    private Pinned() {}

    public static void assertStays(String resource, Class<?> type) {
        var lines = lines(resource);
        assertThat(lines).allSatisfy(line -> {
            var read = Json.MAPPER.readValue(line, type);
            assertThat(Json.MAPPER.writeValueAsString(read)).isEqualTo(line);
        });
        assertThat(lines).containsExactly(Json.MAPPER.writeValueAsString(Filled.with("text", type)),
                Json.MAPPER.writeValueAsString(Filled.sparsely("text", type)));
    }

    private static List<String> lines(String resource) {
        try (var found = Objects.requireNonNull(Pinned.class.getResourceAsStream(resource), resource)) {
            return new String(found.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
