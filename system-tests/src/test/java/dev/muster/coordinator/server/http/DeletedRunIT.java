package dev.muster.coordinator.server.http;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import module java.base;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.Role;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Leadership;
import dev.muster.system.FreshDatabase;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.Test;

/** Tests that deleting the rows of a large run holds up no other request. */
final class DeletedRunIT {

    private static final String FLEET = "local-test";
    private static final Requester ADMIN = new Requester("admin", Role.ADMIN, "127.0.0.1");

    @Test
    void othersAreAnsweredWhileItsRowsAreDeleted() throws Exception {
        try (var database = FreshDatabase.open(4);
                var channel = new MemoryChannel(InstantSource.system(), MemoryChannel.INBOXES);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var _ = new WrittenRun(database.database(), "large").passed(0).over();
            var _ = new WrittenRun(database.database(), "other").passed(0).over();
            var release = new CountDownLatch(1);
            try (var coordinator = Coordinator.start(channel, database.database(),
                    Leadership.take(database.database(), FLEET, "test"), LeaderSettings.DEFAULT,
                    InstantSource.system())) {
                var locked = new CountDownLatch(1);
                var lock = threads.submit(() -> database.database().transaction(connection -> {
                    Database.update(connection, "LOCK TABLE case_definitions IN SHARE MODE");
                    locked.countDown();
                    return waits(release);
                }));
                locked.await();
                var deleting = threads.submit(() -> coordinator.delete("large", ADMIN));
                eventually("it is deleted, but for its rows", () -> coordinator.newest(Map.of(), 9).size() == 1);

                assertThatExceptionOfType(RefusedRun.class)
                        .isThrownBy(() -> coordinator.rerun("other", RerunRequest.REST))
                        .withMessageContaining("every case of run other has its result");

                assertThat(deleting.isDone()).isFalse();
                release.countDown();
                assertThat(lock.get()).isTrue();
                assertThat(deleting.get()).isEqualTo(1);
            } finally {
                release.countDown();
            }
        }
    }

    private static boolean waits(CountDownLatch release) {
        try {
            return release.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
