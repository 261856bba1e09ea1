package dev.muster.worker.setup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.bundle.Bundle;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.bundle.Sha256;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetchedBundlesTest {

    @TempDir
    private Path home;

    private final Map<String, byte[]> kept = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private Path folder;
    private FetchedBundles bundles;

    @BeforeEach
    void makeBundles() {
        folder = home.resolve("bundles");
        bundles = new FetchedBundles(folder, this::open);
    }

    @Test
    void theFilesLieInATreeOfTheirOwn() throws Exception {
        var place = bundles
                .of(bundle(file("scripts/check.sh", "#!/bin/sh\n", true), file("data/a.txt", "hello", false)));

        assertThat(place.root().resolve("data/a.txt")).hasContent("hello");
        assertThat(place.scripts()).isEqualTo(place.root().resolve("scripts"));
        assertThat(Files.isExecutable(place.scripts().resolve("check.sh"))).isTrue();
        assertThat(Files.getPosixFilePermissions(place.root().resolve("data/a.txt")).toString()).doesNotContain("WRITE",
                "EXECUTE");
        assertThat(Files.getPosixFilePermissions(place.root()).toString()).doesNotContain("WRITE");
    }

    @Test
    void whatIsHereIsNotFetchedAgain() throws Exception {
        var files = bundle(file("a", "x", false));
        bundles.of(files);
        asked.clear();

        var place = new FetchedBundles(folder, this::open).of(files);

        assertThat(place.root().resolve("a")).hasContent("x");
        assertThat(asked).isEmpty();
    }

    @Test
    void casesThatStartTogetherFetchOnce() throws Exception {
        var files = bundle(file("a", "x", false));

        try (var together = Executors.newVirtualThreadPerTaskExecutor()) {
            var places = new ArrayList<Future<Workspace>>();
            for (int n = 0; n < 20; n++) {
                places.add(together.submit(() -> bundles.of(files)));
            }
            for (var place : places) {
                assertThat(place.get().root().resolve("a")).hasContent("x");
            }
        }

        assertThat(asked).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void anEmptyBundleIsAnEmptyFolder() throws Exception {
        assertThat(bundles.of(bundle()).root()).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../out", "/tmp/out", "a/../../out", "a\\..\\out", "", "a//b"})
    void aPathThatLeadsOutIsRefused(String path) {
        assertRefused(bundle(file(path, "x", false)), "which is not a path inside the project", false);
        assertThat(home.resolve("out")).doesNotExist();
    }

    /** Attack 107. */
    @Test
    void aPathThatIsThereTwiceIsRefused() {
        assertRefused(bundle(file("a", "x", false), file("a", "y", false)), "has 'a' twice", false);
        assertRefused(bundle(file("a/b/c", "x", false), file("a/b", "y", false)), "has 'a/b' twice, or as a file and",
                false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "[]", "{'files': [{}], 'scripts': 's'}", "{'files': [null], 'scripts': 's'}",
        "{'files': [{'path': null, 'sha256': null, 'size': 1, 'executable': false}], 'scripts': 's'}",
        "{'files': [], 'scripts': null}", "{'files': [{'path': 'a', 'sha256': '0', 'size': -1, 'executable': 3}]}"})
    void aListThatIsNoneIsRefused(String json) {
        assertRefused(named(json.replace('\'', '"').getBytes(UTF_8)), "", false);
    }

    @Test
    void manyFilesAndManyBytesAreRefusedBeforeOneIsFetched() {
        var entries = String.join(",", Collections.nCopies(1_000_000, "{}"));
        assertRefused(named(("{\"files\":[" + entries + "],\"scripts\":\"s\"}").getBytes(UTF_8)), "", false);
        var bomb = file("a", "x", false);
        assertRefused(
                bundle(IntStream.range(0, 5).mapToObj(i -> new Bundle.File("f" + i, bomb.sha256(), 64L << 20, false))
                        .toArray(Bundle.File[]::new)),
                "more than 256 MiB together", false);
        assertRefused(bundle(IntStream.range(0, 10_001).mapToObj(i -> new Bundle.File("f" + i, bomb.sha256(), 1, false))
                .toArray(Bundle.File[]::new)), "the bundle has 10001 files; the limit is 10000", false);
        assertRefused(named(new byte[(8 << 20) + 1]), "the list of files does not have the hash", false);
        assertThat(asked).doesNotContain(bomb.sha256());
    }

    /** Attack 43. */
    @Test
    void othersReachNothing() throws Exception {
        var place = bundles.of(bundle(file("a", "x", true)));

        for (var each : List.of(folder, place.root(), place.root().resolve("a"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each))).endsWith("------");
        }
    }

    private CaseFiles.Bundled named(byte[] list) {
        kept.put(Sha256.of(list), list);
        return new CaseFiles.Bundled(Sha256.of(list));
    }

    @Test
    void aScriptsFolderThatLeadsOutIsRefused() {
        assertRefused(bundle(new Bundle(List.of(), "../..")), "the bundle's scripts folder '../..'", false);
    }

    @Test
    void aContentOfAnotherHashIsRefused() {
        var file = file("a", "right", false);
        kept.put(file.sha256(), "wrong".getBytes(UTF_8));

        assertRefused(bundle(file), "the content of a does not have the hash " + file.sha256(), false);
    }

    @Test
    void aContentLongerThanToldIsNotReadToItsEnd() {
        var file = file("a", "right", false);
        kept.put(file.sha256(), new byte[10 << 20]);

        assertRefused(bundle(file), "the content of a does not have the hash", false);
    }

    @Test
    void aListOfAnotherHashIsRefused() {
        var files = bundle(file("a", "x", false));
        kept.put(files.sha256(), "{\"files\":[],\"scripts\":\"scripts\"}".getBytes(UTF_8));

        assertRefused(files, "the list of files does not have the hash", false);
    }

    @Test
    void aNameThatIsNoHashIsNotLookedFor() {
        assertRefused(new CaseFiles.Bundled("../../etc"), "is not a SHA-256", false);
        assertThat(asked).isEmpty();
    }

    @Test
    void aContentThatIsNotThereIsNoReasonToTryAgain() {
        var file = file("a", "x", false);
        kept.remove(file.sha256());

        assertRefused(bundle(file), "could not be fetched from", false);
    }

    @Test
    void aCoordinatorThatDoesNotAnswerIsAReasonToTryAgain() throws Exception {
        var files = bundle(file("a", "x", false));
        var broken = new FetchedBundles(folder, sha256 -> {
            throw new IOException("connection refused");
        });

        assertThatThrownBy(() -> broken.of(files)).isInstanceOfSatisfying(SetupFailed.class, failed -> {
            assertThat(failed.again()).isTrue();
            assertThat(failed.verdict().error()).contains("connection refused");
        });
        assertThat(bundles.of(files).root().resolve("a")).hasContent("x");
    }

    @Test
    void aPlaceOnTheClientsMachineIsNotBelieved() {
        assertRefused(new CaseFiles.InPlace("/", "etc"), "this worker is on another machine", false);
    }

    private void assertRefused(CaseFiles files, String sentence, boolean again) {
        assertThatThrownBy(() -> bundles.of(files)).isInstanceOfSatisfying(SetupFailed.class, failed -> {
            assertThat(failed.verdict().error()).contains(sentence);
            assertThat(failed.again()).isEqualTo(again);
        });
        assertThat(folder).satisfiesAnyOf(none -> assertThat(none).doesNotExist(),
                empty -> assertThat(empty).isEmptyDirectory());
    }

    private Bundle.File file(String path, String content, boolean executable) {
        var bytes = content.getBytes(UTF_8);
        kept.put(Sha256.of(bytes), bytes);
        return new Bundle.File(path, Sha256.of(bytes), bytes.length, executable);
    }

    private CaseFiles.Bundled bundle(Bundle.File... files) {
        return bundle(new Bundle(List.of(files), "scripts"));
    }

    private CaseFiles.Bundled bundle(Bundle bundle) {
        var list = Json.MAPPER.writeValueAsBytes(bundle);
        kept.put(Sha256.of(list), list);
        return new CaseFiles.Bundled(Sha256.of(list));
    }

    private InputStream open(String sha256) throws FileNotFoundException {
        asked.add(sha256);
        var content = kept.get(sha256);
        if (content == null) {
            throw new FileNotFoundException(sha256);
        }
        return new ByteArrayInputStream(content);
    }
}
