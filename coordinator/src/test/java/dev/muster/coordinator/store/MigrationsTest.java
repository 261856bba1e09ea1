package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class MigrationsTest {

    /** A new column that is not null has a default, or the version before could add no row. */
    private static final Pattern TAKES = Pattern
            .compile("\\b(DROP|RENAME|DELETE FROM|UPDATE|TRUNCATE|ALTER COLUMN(?! \\w+ SET STORAGE)|ADD CONSTRAINT)\\b"
                    + "|ADD COLUMN(?![^;]*DEFAULT)[^;]*NOT NULL");

    @Test
    void theNewestVersionIsThatOfTheNewestScript() throws Exception {
        var folder = Path.of(Objects.requireNonNull(MigrationsTest.class.getResource("/db/migration")).toURI());
        try (var scripts = Files.list(folder)) {
            var newest = scripts.map(script -> script.getFileName().toString())
                    .mapToInt(name -> Integer.parseInt(name.substring(1, name.indexOf("__")))).max();
            assertThat(newest).hasValue(Integer.parseInt(Migrations.NEWEST));
        }
    }

    /** The leader of another fleet may be of the version before, and goes on with the same tables. */
    @Test
    void aScriptAddsToTheTablesAndTakesNothingFromThem() throws Exception {
        var folder = Path.of(Objects.requireNonNull(MigrationsTest.class.getResource("/db/migration")).toURI());
        try (var scripts = Files.list(folder)) {
            var taking = new TreeSet<Integer>();
            for (var script : scripts.toList()) {
                var sql = Files.readString(script).replaceAll("--.*", "");
                if (TAKES.matcher(sql).find()) {
                    var name = script.getFileName().toString();
                    taking.add(Integer.parseInt(name.substring(1, name.indexOf("__"))));
                }
            }
            assertThat(taking).as("scripts that drop, rename or rewrite; those from before this rule").containsExactly(
                    3, 5, 10, 12);
        }
    }
}
