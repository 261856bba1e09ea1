package dev.muster.coordinator.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.cli.fleet.TestServer;
import dev.muster.common.access.Credentials;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.AccessToken;
import dev.muster.coordinator.run.MadeToken;
import dev.muster.coordinator.run.Role;
import dev.muster.coordinator.run.TokenRequest;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Leadership;
import dev.muster.system.FreshDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests what becomes of the tokens that a revoked token made. */
final class MadeTokensIT {

    private static FreshDatabase database;
    private static Coordinator coordinator;
    private static CoordinatorServer server;
    private static RemoteRuns admin;

    @BeforeAll
    static void start() throws Exception {
        database = FreshDatabase.open(8);
        coordinator = Coordinator.start(new MemoryChannel(InstantSource.system(), MemoryChannel.INBOXES),
                database.database(), Leadership.take(database.database(), "made", "test"), LeaderSettings.DEFAULT,
                InstantSource.system());
        server = TestServer.start(coordinator);
        admin = new RemoteRuns(Coordinators.parse(server.url()), TestServer.ADMIN);
    }

    @AfterAll
    static void stop() {
        admin.close();
        server.close();
        coordinator.close();
        database.close();
    }

    private static MadeToken make(RemoteRuns by, String name, Role role) throws IOException {
        return by.tokens().create(new TokenRequest(name, role, null));
    }

    private static MadeToken makeWith(MadeToken token, String name, Role role) throws IOException {
        try (var runs = with(token)) {
            return make(runs, name, role);
        }
    }

    private static RemoteRuns with(MadeToken token) {
        return new RemoteRuns(Coordinators.parse(server.url()), new Credentials(token.token(), null));
    }

    private static List<String> names(List<AccessToken> tokens) {
        return tokens.stream().map(AccessToken::name).toList();
    }

    @Test
    void whatARevokedTokenMadeIsNamedAndRevokedOnDemand() throws Exception {
        var first = make(admin, "first", Role.ADMIN);
        var second = makeWith(first, "second", Role.ADMIN);
        var third = makeWith(second, "third", Role.VIEWER);
        var _ = makeWith(first, "ended", Role.VIEWER);
        var bystander = make(admin, "bystander", Role.VIEWER);
        assertThat(admin.tokens().revoke("ended", false).revoked()).hasSize(1);

        var revoked = admin.tokens().revoke(first.stored().id(), false);
        assertThat(names(revoked.revoked())).containsExactly("first");
        assertThat(names(revoked.made())).containsExactly("second", "third");
        try (var runs = with(second)) {
            assertThat(runs.tokens().all()).isNotEmpty();
        }

        // Then: the same token again, although it is revoked
        assertThat(names(admin.tokens().revoke(first.stored().id(), false).made())).containsExactly("second", "third");
        var all = admin.tokens().revoke(first.stored().id(), true);
        assertThat(names(all.revoked())).containsExactlyInAnyOrder("second", "third");
        assertThat(all.made()).isEmpty();
        for (var each : List.of(second, third)) {
            try (var runs = with(each)) {
                assertThatThrownBy(runs::fleet).hasMessageContaining("HTTP 401");
            }
        }
        try (var runs = with(bystander)) {
            assertThat(runs.fleet()).isEqualTo("made");
        }
        assertThatThrownBy(() -> admin.tokens().revoke(first.stored().id(), true))
                .hasMessageContaining("no valid token");
        assertThat(admin.tokens().audit(100).stream().map(each -> each.deed()))
                .contains("token revoke " + second.stored().id(), "token revoke " + third.stored().id());
    }

    @Test
    void aLaterTokenOfTheSameNameKeepsWhatItMade() throws Exception {
        var earlier = make(admin, "ci", Role.ADMIN);
        var _ = makeWith(earlier, "early", Role.VIEWER);
        assertThat(names(admin.tokens().revoke(earlier.stored().id(), false).made())).containsExactly("early");
        database.database().update("UPDATE tokens SET revoked_at = revoked_at - interval '1 hour',"
                + " created_at = created_at - interval '2 hours' WHERE id = @id", "id", earlier.stored().id());
        database.database().update("UPDATE tokens SET created_at = created_at - interval '90 minutes'"
                + " WHERE name = 'early'");
        var later = make(admin, "ci", Role.ADMIN);
        var _ = makeWith(later, "late", Role.VIEWER);

        assertThat(names(admin.tokens().revoke(earlier.stored().id(), true).revoked())).containsExactly("early");
        assertThat(names(admin.tokens().revoke("ci", true).revoked())).containsExactlyInAnyOrder("ci", "late");
    }
}
