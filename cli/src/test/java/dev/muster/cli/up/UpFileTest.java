package dev.muster.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UpFileTest {

    @TempDir
    private Path folder;

    private void write(UpFile.Server coordinator) throws IOException {
        var home = new Home(folder);
        Files.createDirectories(home.upFile().toAbsolutePath().getParent());
        new UpFile("token", "worker", coordinator, new UpFile.Broker("127.0.0.1:1", 1),
                new UpFile.Server("jdbc:postgresql://127.0.0.1:1/muster", 1, null), List.of()).write(home.upFile());
    }

    @Test
    void theCoordinatorOfAHomeIsTheProcessThatWroteIt() throws IOException {
        write(UpFile.Server.of("http://127.0.0.1:7777", ProcessHandle.current()));

        assertThat(UpFile.ofHome(new Home(folder))).isPresent();
    }

    /** After a crash the id may be another process's, and the port another user's. */
    @Test
    void aLaterProcessWithTheSameIdIsAnother() throws IOException {
        write(new UpFile.Server("http://127.0.0.1:7777", ProcessHandle.current().pid(), "1"));
        assertThat(UpFile.ofHome(new Home(folder))).isEmpty();

        write(new UpFile.Server("http://127.0.0.1:7777", ProcessHandle.current().pid(), null));
        assertThat(UpFile.ofHome(new Home(folder))).isEmpty();
    }
}
