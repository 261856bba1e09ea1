package dev.muster.common.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileOwnerTest {

    private static final int NOBODY = 65_534;

    @TempDir
    private Path folder;

    private static boolean given(Path file) {
        try {
            Files.setAttribute(file, "unix:uid", NOBODY);
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            return false; // only root gives files away
        }
    }

    @Test
    void aHomeOfAnotherUserIsRefused() throws IOException {
        var home = Files.createDirectory(folder.resolve("home"));
        var link = Files.createSymbolicLink(folder.resolve("link"), home);
        assumeTrue(given(home));

        for (var each : List.of(home, link)) {
            assertThatThrownBy(() -> FileOwner.checkHome(each)).isInstanceOf(IOException.class)
                    .hasMessageContaining(each + " belongs to the user ")
                    .hasMessageEndingWith("name a folder of your own with MUSTER_HOME");
        }
    }

    @Test
    void aHomeOfThisUserOrOneThatIsNotThereIsTaken() throws IOException {
        FileOwner.checkHome(folder);
        FileOwner.checkHome(folder.resolve("not-there"));

        assertThat(FileOwner.stranger(folder)).isEmpty();
    }
}
