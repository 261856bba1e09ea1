package dev.muster.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProgramCacheTest {

    @TempDir
    Path folder;

    @Test
    void liesWhereTheUserKeepsCaches() {
        assertThat(cache(Map.of("XDG_CACHE_HOME", folder.toString()), folder)).isEqualTo(folder.resolve("muster"));
        assertThat(cache(Map.of(), folder)).isEqualTo(folder.resolve(".cache/muster"));
        assertThat(cache(Map.of("XDG_CACHE_HOME", "not/absolute"), folder)).isEqualTo(folder.resolve(".cache/muster"));
    }

    /** Java says {@code ?} for a user without an entry; the home of Debian's nobody does not exist. */
    @Test
    void liesInMustersHomeForAUserWithoutAHome() {
        for (var home : List.of(Path.of("?"), folder.resolve("nonexistent"))) {
            assertThat(cache(Map.of(), home)).isEqualTo(folder.resolve("of-muster/cache/muster"));
        }
    }

    private Path cache(Map<String, String> environment, Path userHome) {
        return ProgramCache.of(environment, userHome, folder.resolve("of-muster")).folder();
    }

    @Test
    void unpacksOnceForManyAtTheSameTime() throws Exception {
        // Given
        var cache = new ProgramCache(folder.resolve("cache"));
        var times = new AtomicInteger();
        var together = new CyclicBarrier(4);
        Callable<Path> use = () -> {
            together.await();
            return cache.folder("tool", into -> {
                times.incrementAndGet();
                Files.writeString(into.resolve("program"), "x");
            });
        };

        // When
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var found : threads.invokeAll(IntStream.range(0, 4).mapToObj(n -> use).toList())) {
                // Then
                assertThat(found.get().resolve("program")).exists();
            }
        }
        assertThat(times).hasValue(1);
    }

    @Test
    void takesNothingThatWasUnpackedByHalves() throws IOException {
        // Given
        var cache = new ProgramCache(folder);
        assertThatThrownBy(() -> cache.folder("tool", into -> {
            Files.writeString(into.resolve("half"), "x");
            throw new IOException("no space left");
        })).hasMessage("no space left");

        // When
        var found = cache.folder("tool", into -> Files.writeString(into.resolve("program"), "x"));

        // Then
        assertThat(found.resolve("program")).exists();
        assertThat(found.resolve("half")).doesNotExist();
    }
}
