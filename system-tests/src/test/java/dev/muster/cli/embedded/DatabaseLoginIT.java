package dev.muster.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import dev.muster.coordinator.store.StoreException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the URL and the login reach PostgreSQL, and that a mistake in them gives one sentence. */
@Tag("slow")
final class DatabaseLoginIT {

    @TempDir
    private static Path home;

    private static EmbeddedDatabase server;

    @BeforeAll
    static void startDatabase() {
        server = EmbeddedDatabase.open(home);
    }

    @AfterAll
    static void stopDatabase() {
        server.close();
    }

    @Test
    void userAndPasswordMayComeFromOutsideOfTheAddress() {
        try (var database = open(server.url(), server.password())) {
            assertThat(database.list("SELECT current_user", row -> row.getString(1))).containsExactly(server.user());
        }
    }

    @Test
    void aWrongPasswordIsTold() {
        assertThatThrownBy(() -> open(server.url(), "a-wrong-one")).isInstanceOf(StoreException.class)
                .hasMessageContaining("password authentication failed")
                .hasMessageEndingWith("are user and password right?")
                .hasMessageNotContaining("a-wrong-one");
    }

    @Test
    void aServerWithoutTlsIsTold() {
        assertThatThrownBy(() -> open(with(server.url(), "sslmode=require"), server.password()))
                .isInstanceOf(StoreException.class).hasMessageContaining("does not support SSL");
    }

    private static Database open(String url, String password) {
        return Database.open(new DatabaseAddress(url, server.user(), password), 2);
    }

    private static String with(String url, String parameter) {
        return url + (url.contains("?") ? "&" : "?") + parameter;
    }
}
