package dev.muster.coordinator.report.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.Results;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.SampleRun;
import dev.muster.coordinator.run.RunState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {

    private static final RunHead HEAD = new RunHead("20260131-0915-k3xq7m", "shop", List.of(), List.of("a.jsonl"), 18,
            Instant.EPOCH);

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsThereBeforeTheFileIsClosed() throws Exception {
        // Given
        var file = folder.resolve("out.jsonl");
        Files.writeString(file, "of an earlier run\n");

        try (var results = ResultFiles.open(List.of(file))) {
            // When
            results.write(
                    List.of(Results.stored(Results.passed("a").response("x".repeat(3_000_000))),
                            Results.stored(Results.passed("b"))));

            // Then
            assertThat(Files.readAllLines(file)).hasSize(2).allMatch(line -> line.endsWith("}"));
        }
    }

    @Test
    void aPlaceThatCannotBeWrittenIsToldInASentence() throws IOException {
        // Given
        var missing = Files.createFile(folder.resolve("nowhere")).resolve("out.jsonl");
        var directory = Files.createDirectory(folder.resolve("d.jsonl"));

        // Then
        assertThatThrownBy(() -> ResultFiles.open(List.of(missing))).isInstanceOf(OutputFault.class)
                .hasMessage("-o " + missing + " can't be written: " + missing.getParent()
                        + " is not a folder; name another");
        assertThatThrownBy(() -> ResultFiles.open(List.of(directory))).isInstanceOf(OutputFault.class)
                .hasMessageContaining("it is a folder");
    }

    @Test
    void endingsThatPickNoFormAreToldAllAtOnce() {
        // Given
        var outputs = List.of(folder.resolve("out.txt"), folder.resolve("out"), folder.resolve("good.jsonl"));

        // Then
        assertThatThrownBy(() -> ResultFiles.open(outputs)).isInstanceOf(OutputFault.class)
                .hasMessageContaining(".txt is not one of them").hasMessageContaining("there is none")
                .hasMessageContaining("name a file that ends in .jsonl");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatCannotBeReadInPartTakesItsPlaceOnlyWhenItIsWhole() throws Exception {
        // Given
        var file = folder.resolve("out.JSON");
        Files.writeString(file, "of an earlier run");
        var files = ResultFiles.open(List.of(file));
        files.begin(HEAD);
        files.write(SampleRun.cases());
        assertThat(file).hasContent("of an earlier run");

        // When
        files.end(RunState.FINISHED, null, Duration.ofSeconds(1), ExitCode.PASSED);
        files.close();

        // Then
        assertThat(Json.MAPPER.readTree(file).path("results").size()).isEqualTo(19);
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void oneThatCannotBeWrittenLeavesTheOthersComplete() throws Exception {
        var full = Files.createSymbolicLink(folder.resolve("full.jsonl"), Path.of("/dev/full"));
        var good = folder.resolve("good.json");
        try (var files = ResultFiles.open(List.of(full, good))) {
            files.begin(HEAD);
            files.write(SampleRun.cases());
            files.write(SampleRun.cases().subList(0, 1));

            assertThatThrownBy(() -> files.end(RunState.FINISHED, null, Duration.ofSeconds(1), ExitCode.PASSED))
                    .isInstanceOf(IOException.class).hasMessageStartingWith("-o " + full + " could not be written (")
                    .hasMessageEndingWith("muster report 20260131-0915-k3xq7m -o FILE writes them again");
        }

        assertThat(Json.MAPPER.readTree(good).path("results").size()).isGreaterThan(18);
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void aRunThatWasLostSightOfLeavesAReportThatSaysSo() throws Exception {
        // Given
        var file = folder.resolve("out.json");
        var files = ResultFiles.open(List.of(file));
        files.begin(HEAD);
        files.write(SampleRun.cases().subList(0, 3));

        // When
        files.close();

        // Then
        var summary = Json.MAPPER.readTree(file).path("summary");
        assertThat(summary.path("state").asString()).isEqualTo("running");
        assertThat(summary.path("stop_reason").asString()).contains("ended before the run did");
        assertThat(summary.path("total").asInt()).isEqualTo(3);
    }

    @Test
    void aRunThatNeverBeganLeavesWhatWasThere() throws Exception {
        // Given
        var file = folder.resolve("out.xml");
        Files.writeString(file, "of an earlier run");

        // When
        ResultFiles.open(List.of(file)).close();

        // Then
        assertThat(file).hasContent("of an earlier run");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void severalFilesGetTheSameAndOneFileTwiceIsRefused() throws Exception {
        // Given
        var one = folder.resolve("one.jsonl");
        var two = folder.resolve("two.jsonl");

        // When
        try (var files = ResultFiles.open(List.of(one, two))) {
            files.write(List.of(Results.stored(Results.passed("a"))));
        }

        // Then
        assertThat(Files.readString(one)).isEqualTo(Files.readString(two)).contains("\"id\":\"a\"");
        assertThatThrownBy(() -> ResultFiles.open(List.of(one, folder.resolve("x").resolve("..").resolve("one.jsonl"))))
                .isInstanceOf(OutputFault.class).hasMessageContaining("twice");
    }
}
