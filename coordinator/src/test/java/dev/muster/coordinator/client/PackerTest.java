package dev.muster.coordinator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.bundle.Bundle;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.bundle.Sha256;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.Blobs;
import dev.muster.coordinator.run.RefusedRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackerTest {

    @TempDir
    private Path folder;

    private final Kept kept = new Kept();
    private Path root;

    @BeforeEach
    void makeProject() throws IOException {
        root = folder.resolve("project");
        write("scripts/check.sh", "#!/bin/sh\n");
        Files.setPosixFilePermissions(root.resolve("scripts/check.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
        write("scripts/lib/common.sh", "x");
        write("tools/seed.py", "y");
        write("data/cart.json", "{}");
        write("secret.txt", "z");
    }

    @Test
    void scriptsAndTheFilesOfCommandsGoAlongAndNothingElse() throws Exception {
        var bundle = pack("python3", "tools/seed.py", "--cart", "./data/cart.json", "-n", "3", "data");

        assertThat(bundle.files()).extracting(Bundle.File::path).containsExactly("data/cart.json", "scripts/check.sh",
                "scripts/lib/common.sh", "tools/seed.py");
        assertThat(bundle.files()).filteredOn(Bundle.File::executable).extracting(Bundle.File::path)
                .containsExactly("scripts/check.sh");
        assertThat(bundle.scripts()).isEqualTo("scripts");
    }

    @Test
    void everyContentIsThereUnderItsHash() throws Exception {
        for (var file : pack().files()) {
            assertThat(kept.contents.get(file.sha256())).hasSize((int) file.size());
            assertThat(Sha256.of(kept.contents.get(file.sha256()))).isEqualTo(file.sha256());
        }
    }

    @Test
    void whatIsThereAlreadyIsNotSentAgain() throws Exception {
        var _ = pack();
        kept.put.clear();
        write("scripts/check.sh", "changed");

        var _ = pack();

        assertThat(kept.put).hasSize(2).contains(Sha256.of("changed".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theSameFilesHaveTheSameName() throws Exception {
        assertThat(bring("tools/seed.py")).isEqualTo(bring("tools/seed.py")).isNotEqualTo(bring());
    }

    @Test
    void wordsThatLeadOutOfTheProjectAreOnlyWords() throws Exception {
        Files.writeString(folder.resolve("outside.sh"), "x");

        var bundle = pack("sh", "../outside.sh", folder.resolve("outside.sh").toString(), "/bin/sh", "a\0b");

        assertThat(bundle.files()).extracting(Bundle.File::path).containsExactly("scripts/check.sh",
                "scripts/lib/common.sh");
    }

    @Test
    void aLinkOutOfTheProjectIsRefused() throws Exception {
        Files.writeString(folder.resolve("outside.sh"), "x");
        Files.createSymbolicLink(root.resolve("scripts/out.sh"), folder.resolve("outside.sh"));

        assertThatThrownBy(this::pack).isInstanceOf(RefusedRun.class)
                .hasMessageStartingWith("scripts/out.sh leads out of the project");
        assertThat(kept.contents).isEmpty();
    }

    @Test
    void aFileBehindALinkedFolderIsRefused() throws Exception {
        Files.createDirectories(folder.resolve("elsewhere"));
        Files.writeString(folder.resolve("elsewhere/seed.sh"), "x");
        Files.createSymbolicLink(root.resolve("linked"), folder.resolve("elsewhere"));

        assertThatThrownBy(() -> pack("sh", "linked/seed.sh")).isInstanceOf(RefusedRun.class)
                .hasMessageStartingWith("linked/seed.sh leads out of the project");
    }

    @Test
    void aLinkInsideTravelsAsItsContent() throws Exception {
        Files.createSymbolicLink(root.resolve("scripts/seed.py"), root.resolve("tools/seed.py"));

        assertThat(pack().files()).extracting(Bundle.File::path).contains("scripts/seed.py");
    }

    @Test
    void anAgentsOwnFolderGoesAlongWhereScriptsOfItAreNamed() throws Exception {
        write("agents/one/src/env_test.ts", "x");
        write("agents/one/src/lib/users.ts", "y");
        write("agents/two/src/other.ts", "z");

        assertThat(pack().files()).extracting(Bundle.File::path).containsExactly("agents/one/src/env_test.ts",
                "agents/one/src/lib/users.ts", "scripts/check.sh", "scripts/lib/common.sh");
    }

    @Test
    void aSuiteWithoutCommandsBringsNothing() throws Exception {
        var files = Packer.bring(new Packer.ProjectFiles(root, "scripts", Set.of(), Set.of("tools/seed.py"), false),
                kept);

        assertThat(files).isEqualTo(new CaseFiles.None());
        assertThat(kept.contents).isEmpty();
    }

    @Test
    void aProjectWithoutScriptsFolderHasAnEmptyBundle() throws Exception {
        var files = Packer.bring(new Packer.ProjectFiles(folder, "nowhere", Set.of(), Set.of("echo"), true), kept);

        assertThat(bundle(files).files()).isEmpty();
    }

    private Bundle pack(String... words) throws IOException, RefusedRun {
        return bundle(bring(words));
    }

    private CaseFiles bring(String... words) throws IOException, RefusedRun {
        return Packer.bring(new Packer.ProjectFiles(root, "scripts", Set.of("agents/one/src"), Set.of(words), true),
                kept);
    }

    private Bundle bundle(CaseFiles files) {
        var sha256 = ((CaseFiles.Bundled) files).sha256();
        return Json.MAPPER.readValue(kept.contents.get(sha256), Bundle.class);
    }

    private void write(String path, String content) throws IOException {
        Files.createDirectories(root.resolve(path).getParent());
        Files.writeString(root.resolve(path), content);
    }

    private static final class Kept implements Blobs {

        private final Map<String, byte[]> contents = new HashMap<>();
        private final List<String> put = new ArrayList<>();

        @Override
        public boolean has(String sha256) {
            return contents.containsKey(sha256);
        }

        @Override
        public void put(String sha256, InputStream content) throws IOException {
            put.add(sha256);
            contents.put(sha256, content.readAllBytes());
        }
    }
}
