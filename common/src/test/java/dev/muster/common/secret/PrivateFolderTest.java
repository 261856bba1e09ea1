package dev.muster.common.secret;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attack 96: folders are their owner's, and nothing that is another's is touched. */
final class PrivateFolderTest {

    @TempDir
    private Path folder;

    @Test
    void aNewFolderIsItsOwners() throws IOException {
        var made = PrivateFolder.make(folder.resolve("a/home"));

        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(PrivateFolder.make(made)).isEqualTo(made);
    }

    @Test
    void rightsOfOthersAreTakenAndTheOwnersStay() throws IOException {
        var open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("r-xrwxrwx"));
        var file = Files.createFile(folder.resolve("file"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

        PrivateFolder.make(open);
        PrivateFolder.close(file);

        assertThat(mode(open)).isEqualTo("r-x------");
        assertThat(mode(file)).isEqualTo("rw-------");
    }

    @Test
    void neitherALinksTargetNorASharedFolderIsTouched() throws IOException {
        var target = Files.createDirectory(folder.resolve("target"));
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
        var link = Files.createSymbolicLink(folder.resolve("link"), target);
        var shared = Files.createDirectory(folder.resolve("shared"));
        Files.setAttribute(shared, "unix:mode", 01777);

        PrivateFolder.make(link);
        PrivateFolder.make(shared);
        PrivateFolder.close(folder.resolve("none"));

        assertThat(mode(target)).isEqualTo("rwxr-xr-x");
        assertThat((int) Files.getAttribute(shared, "unix:mode") & 07777).isEqualTo(01777);
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
