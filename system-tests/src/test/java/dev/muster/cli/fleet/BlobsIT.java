package dev.muster.cli.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.bundle.Sha256;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.Packer;
import dev.muster.coordinator.client.Packer.ProjectFiles;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.http.CoordinatorServer;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Leadership;
import dev.muster.system.FreshDatabase;
import dev.muster.worker.setup.CoordinatorBlobs;
import dev.muster.worker.setup.FetchedBundles;
import dev.muster.worker.setup.SetupFailed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends the files of a run from a client through a coordinator, with its database, to a worker. */
class BlobsIT {

    @TempDir
    private Path folder;

    private static FreshDatabase database;
    private static Coordinator coordinator;
    private static CoordinatorServer server;
    private static RemoteRuns client;

    @BeforeAll
    static void start() {
        database = FreshDatabase.open(8);
        var leadership = Leadership.take(database.database(), "blobs", "test");
        coordinator = Coordinator.start(new MemoryChannel(InstantSource.system(), MemoryChannel.INBOXES),
                database.database(), leadership,
                LeaderSettings.DEFAULT, InstantSource.system());
        server = TestServer.start(coordinator);
        client = new RemoteRuns(Coordinators.parse(server.url()), TestServer.ADMIN);
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
        coordinator.close();
        database.close();
    }

    @Test
    void aWorkerWithAnEmptyFolderLaysOutWhatAClientPacked() throws Exception {
        var large = new byte[3_500_000];
        new Random(7).nextBytes(large);
        Files.createDirectories(folder.resolve("project/scripts"));
        Files.write(folder.resolve("project/scripts/large.bin"), large);
        Files.writeString(folder.resolve("project/seed.sh"), "echo {}");

        var files = Packer.bring(
                new ProjectFiles(folder.resolve("project"), "scripts", Set.of(), Set.of("sh", "seed.sh"), true),
                client.blobs());
        var place = new FetchedBundles(folder.resolve("bundles"), worker()).of(files);

        assertThat(place.root().resolve("seed.sh")).hasContent("echo {}");
        assertThat(place.scripts().resolve("large.bin")).hasBinaryContent(large);
    }

    @Test
    void whatIsNotWhatItsNameSaysIsRefusedAndNotKept() throws Exception {
        var name = Sha256.of("right".getBytes(UTF_8));

        assertThatThrownBy(() -> client.blobs().put(name, stream("wrong"))).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("has another SHA-256");
        assertThat(client.blobs().has(name)).isFalse();
        client.blobs().put(name, stream("right"));
        assertThat(client.blobs().has(name)).isTrue();
    }

    @Test
    @Tag("slow")
    void whatIsTooLargeIsRefusedAndNotKept() throws Exception {
        var name = "f".repeat(64);

        assertThatThrownBy(() -> client.blobs().put(name, new Endless(70 << 20))).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("64 MiB");
        assertThat(client.blobs().has(name)).isFalse();
    }

    @Test
    void aNameThatIsNoHashIsRefused() {
        for (var name : List.of("..%2F..%2Fetc", "abc", "F".repeat(64))) {
            assertThatThrownBy(() -> client.blobs().put(name, stream("x"))).isInstanceOf(RefusedRun.class)
                    .hasMessageContaining("is not a SHA-256");
        }
    }

    @Test
    void anEmptyFileTravelsToo() throws Exception {
        var name = Sha256.of(new byte[0]);
        client.blobs().put(name, stream(""));

        try (var content = worker().open(name)) {
            assertThat(content.readAllBytes()).isEmpty();
        }
    }

    @Test
    void whoHasNoTokenGetsNothing() throws Exception {
        var name = Sha256.of("secret".getBytes(UTF_8));
        client.blobs().put(name, stream("secret"));
        var stranger = new FetchedBundles(folder,
                new CoordinatorBlobs(Coordinators.at(URI.create(server.url())), Credentials.NONE));

        assertThatThrownBy(() -> stranger.of(new CaseFiles.Bundled(name))).isInstanceOf(SetupFailed.class)
                .hasMessageContaining("HTTP 401");
    }

    @Test
    void aFleetTakesNoPlaceOnTheClientsMachine() {
        var suite = TestSuites.of("http://127.0.0.1:1", 1)
                .needing(new CaseNeeds(Set.of(), Set.of(), new CaseFiles.InPlace("/", "etc")));

        assertThatThrownBy(() -> client.submit(suite.request(), suite.cases())).isInstanceOf(RefusedRun.class)
                .hasMessageContaining("by their content");
    }

    private static CoordinatorBlobs worker() {
        return new CoordinatorBlobs(Coordinators.at(URI.create(server.url())), TestServer.ADMIN);
    }

    private static InputStream stream(String content) {
        return new ByteArrayInputStream(content.getBytes(UTF_8));
    }

    /** A stream of that many zeros. */
    private static final class Endless extends InputStream {

        private long left;

        Endless(long left) {
            this.left = left;
        }

        @Override
        public int read() {
            return left-- > 0 ? 0 : -1;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            int n = (int) Math.min(left, length);
            left -= n;
            return n == 0 ? -1 : n;
        }
    }
}
