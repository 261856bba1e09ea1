package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.testing.Cost;
import dev.muster.common.testing.FuzzContract;
import dev.muster.coordinator.suite.write.CaseWriter;
import org.junit.jupiter.api.io.TempDir;

/** Invariants for any bytes in a suite: cases or faults in bounded time, and cases that can be written and read. */
abstract class SuiteFuzzContract extends FuzzContract {

    private static final Path EXAMPLES = Path.of("../system-tests/src/test/resources/conformance");

    @TempDir
    static Path root;

    private final String file;

    /** @param file the name of a file with the text */
    SuiteFuzzContract(String file) {
        this.file = file;
    }

    @Override
    protected void take(byte[] text) throws Exception {
        var suite = Cost.bounded(() -> ReadSuite.in(root).with(file, text).read(file));
        assertThat(suite.cases().size() + suite.faults().size()).isPositive();
        var written = new StringWriter();
        try (var writer = new CaseWriter(written)) {
            suite.cases().forEach(writer::write);
        }
        if (!suite.cases().isEmpty()) {
            assertThat(ReadSuite.in(root).with("written.jsonl", written.toString()).read("written.jsonl").faults())
                    .isEmpty();
        }
    }

    /** Returns texts, and the examples of the dialects in files with this extension. */
    static Stream<byte[]> texts(String folder, String ending, String... texts) {
        return Stream.concat(Stream.of(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)),
                examples(EXAMPLES.resolve(folder), ending));
    }

    private static Stream<byte[]> examples(Path folder, String ending) {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().map(SuiteFuzzContract::bytes)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
