package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class MigrationsTest {

    @Test
    void theNewestVersionIsThatOfTheNewestScript() throws Exception {
        var folder = Path.of(Objects.requireNonNull(MigrationsTest.class.getResource("/db/migration")).toURI());
        try (var scripts = Files.list(folder)) {
            var newest = scripts.map(script -> script.getFileName().toString())
                    .mapToInt(name -> Integer.parseInt(name.substring(1, name.indexOf("__")))).max();
            assertThat(newest).hasValue(Integer.parseInt(Migrations.NEWEST));
        }
    }
}
