package dev.muster.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.embedded.PostmasterFile.Progress;
import org.junit.jupiter.api.Test;

class PostmasterFileTest {

    @Test
    void tellsWhoAndWhereAndThatItIsReady() {
        var lines = List.of("4711", "/home/data", "1700000000", "5433", "", "127.0.0.1", "  1 2", "ready   ");

        assertThat(PostmasterFile.parse(lines))
                .contains(new PostmasterFile(4711, 5433, Progress.READY));
    }

    @Test
    void aServerThatHasNotWrittenAllIsStarting() {
        assertThat(PostmasterFile.parse(List.of("4711", "/home/data", "1700000000", "5433", "")))
                .contains(new PostmasterFile(4711, 5433, Progress.STARTING));
    }

    @Test
    void aServerThatStopsIsSeen() {
        var lines = List.of("4711", "/home/data", "1700000000", "5433", "", "127.0.0.1", "  1 2", "stopping");

        assertThat(PostmasterFile.parse(lines))
                .contains(new PostmasterFile(4711, 5433, Progress.STOPPING));
    }

    @Test
    void whatIsNoServersFileIsNone() {
        assertThat(PostmasterFile.parse(List.of())).isEmpty();
        assertThat(PostmasterFile.parse(List.of("what?"))).isEmpty();
    }
}
