package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.model.TestCase;
import dev.muster.common.testing.Cost;
import dev.muster.coordinator.suite.pick.Selection;
import dev.muster.coordinator.suite.project.Targets;
import dev.muster.coordinator.suite.source.Fault;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The worst suites of a megabyte that we could think of are read or rejected in bounded time. */
@Tag("full")
class WorstCasesTest {

    private static final int MOST = 1 << 20;

    @TempDir
    static Path root;

    static Stream<Arguments> texts() {
        return Stream.of(ofJson(), ofLines(), ofYaml(), ofCases()).flatMap(each -> each);
    }

    private static Stream<Arguments> ofJson() {
        return Stream.of("t.jsonl", "t.json").flatMap(file -> Stream.of(
                text(file, "lists in lists", repeated("[")), text(file, "objects in objects", repeated("{\"a\":")),
                text(file, "one long key", "{\"" + repeated("k") + "\": 1}"),
                text(file, "one long string", "{\"id\": \"a\", \"input\": \"" + repeated("k") + "\"}"),
                text(file, "one long number", "{\"id\": " + repeated("7") + "}"),
                text(file, "a long exponent", "{\"id\": 1e" + "9".repeat(900) + "}"),
                text(file, "the same key", "{" + filled(i -> "\"a\":1,") + "\"a\":1}"),
                text(file, "unknown keys", "{" + filled(i -> "\"massage" + i + "\":1,") + "\"a\":1}"),
                text(file, "long unknown keys", "{" + filled(i -> "\"" + "k".repeat(180) + i + "\":1,") + "\"a\":1}"),
                text(file, "escapes", "{\"input\": \"" + repeated("\\u0041") + "\"}"),
                text(file, "halves of surrogate pairs", "[" + filled(i -> "\"\\ud800\",") + "1]"),
                text(file, "an open comment", "/*" + repeated("*")), text(file, "comments", repeated("/**/")),
                text(file, "a long comment line", "//" + repeated("/")),
                text(file, "values on one line", filled(i -> "{\"id\":\"" + i + "\",\"input\":\"a\"}")),
                text(file, "JSON text in JSON text", "{\"InputDefinition\": \"" + repeated("{\\\"a\\\":") + "\"}")));
    }

    private static Stream<Arguments> ofLines() {
        return Stream.of("t.jsonl", "t.yaml").flatMap(file -> Stream.of(
                text(file, "commas", repeated(",")), text(file, "ends of lists", repeated("]")),
                text(file, "ends of objects", repeated("}")), text(file, "broken objects", repeated("{x\n")),
                text(file, "empty cases", repeated("{}\n")), text(file, "empty cases with commas", repeated("{},\n")),
                text(file, "empty lists", repeated("[]\n")), text(file, "words", repeated("x\n")),
                text(file, "blank lines", repeated("\n")), text(file, "lines of CR", repeated("{\"id\":\"a\"}\r")),
                text(file, "blank lines of CR", repeated("\r")), text(file, "NUL", repeated("\0")),
                text(file, "spaces", repeated(" ")), text(file, "tabs", repeated("\t")),
                text(file, "quotes", repeated("\"")), text(file, "backslashes", "\"" + repeated("\\")),
                text(file, "marks of byte order", repeated("\uFEFF")),
                bytes(file, "no UTF-8", filledWith(0xFF)), bytes(file, "continuation bytes", filledWith(0x80)),
                bytes(file, "overlong UTF-8", filledWith(0xC0)), bytes(file, "zeros", filledWith(0))));
    }

    private static Stream<Arguments> ofYaml() {
        return Stream.of(text("lists in lists", repeated("[")), text("lists in lists, closed", nested("[", "]")),
                text("objects in objects", repeated("{a: ")), text("items in items", repeated("- ")),
                text("keys in keys", repeated("? ")), text("deep blocks", IntStream.range(0, 1_000)
                        .mapToObj(i -> " ".repeat(i) + "a:\n").collect(Collectors.joining())),
                text("anchors", filled(i -> "- &a" + i + " x\n")), text("aliases", "- &a x\n" + repeated("- *a\n")),
                text("laughs", laughs()), text("itself", "&a [*a]"), text("tags", repeated("!!str ")),
                text("directives", repeated("%TAG ! tag:x,2000:\n")), text("documents", repeated("---\n")),
                text("documents with a value", repeated("--- {}\n")), text("long plain text", "a: " + repeated("b ")),
                text("plain text of many lines", "a: " + repeated("b\n  ")),
                text("a literal", "a: |\n" + repeated("  b\n")), text("a folded text", "a: >\n" + repeated("  b\n\n")),
                text("empty lines of a folded text", "a: >\n" + repeated("\n") + "  b"),
                text("a quoted text of many lines", "a: \"" + repeated("b\n  ") + "\""),
                text("a single-quoted text", "a: '" + repeated("''") + "'"), text("comments", repeated("#\n")),
                text("a long comment", "#" + repeated("#")), text("one long key", repeated("k") + ": 1"),
                text("a long hexadecimal number", "a: 0x" + repeated("f")),
                text("a long octal number", "a: 0o" + repeated("7")), text("a long number", "a: " + repeated("9")),
                text("the same key", repeated("a: 1\n")), text("unknown keys", filled(i -> "massage" + i + ": 1\n")),
                text("flow keys", "{" + filled(i -> "a" + i + ": 1, ") + "}"), text("colons", repeated(": ")),
                text("question marks", repeated("?\n")), text("exclamation marks", repeated("!")),
                text("ampersands", repeated("&")), text("percents", repeated("%")), text("pipes", repeated("|\n")));
    }

    private static Stream<Arguments> ofCases() {
        return Stream.of(
                text("t.jsonl", "jumps to nowhere", caseOf("turns", i -> "{\"input\":\"a\",\"name\":\"name" + i
                        + "\",\"goto\":\"nome" + i + "\"}")),
                text("t.jsonl", "checkpoints that wait for the next", dynamic(i -> "{\"id\":\"c" + i
                        + "\",\"assert\":\"equals\",\"after\":[\"c" + (i + 1) + "\"]}")),
                text("t.jsonl", "checkpoints that wait for nobody", dynamic(i -> "{\"id\":\"check" + i
                        + "\",\"assert\":\"equals\",\"after\":[\"chick" + i + "\"]}")),
                text("t.jsonl", "patterns", caseOf("assertions", i -> "{\"type\":\"regex\",\"value\":\".{990}" + i
                        + "\"}")),
                text("t.jsonl", "paths", caseOf("assertions", i -> "{\"type\":\"json_path\",\"path\":\"$.a" + i
                        + "[?(@.b == 1)]\"}")),
                text("t.jsonl", "schemas", caseOf("assertions", i -> "{\"type\":\"oracle\",\"oracle\":"
                        + "\"schema-validate\",\"expected\":{\"responseSchema\":{\"minLength\":" + i + "}}}")),
                text("t.jsonl", "a deep schema", "{\"id\":\"a\",\"input\":\"b\",\"assertions\":[{\"type\":\"oracle\","
                        + "\"oracle\":\"schema-validate\",\"expected\":{\"responseSchema\":"
                        + "{\"items\":".repeat(150) + "{}" + "}".repeat(150) + "}}]}"),
                text("t.jsonl", "templates without an end",
                        "{\"id\":\"a\",\"hooks\":[],\"variables\":true,\"input\":\"b\","
                                + "\"assertions\":[{\"type\":\"regex\",\"value\":\"" + repeated("${") + "\"}]}"),
                text("t.jsonl", "templates with one end", "{\"id\":\"a\",\"variables\":true,\"input\":\"b\","
                        + "\"assertions\":[{\"type\":\"regex\",\"value\":\"" + repeated("${") + "}\"}]}"),
                text("t.jsonl", "bad tool calls", caseOf("messages", i -> "{\"role\":\"usr\",\"content\":\"a\"}")),
                text("t.jsonl", "attachments that are not there",
                        caseOf("messages", i -> "{\"role\":\"user\",\"content\":"
                                + "[{\"type\":\"file\",\"source\":\"file://x" + i + "\"}]}")),
                text("t.json", "tests without a name", filled(i -> "{\"userMessage\":\"a\"}\n")),
                text("t.json", "oracles after each turn", "{\"evaluationStrategy\":\"each-turn\",\"oracles\":["
                        + filled(MOST / 2, i -> "{\"type\":\"ExactMatch\"},") + "],\"expectedOutcomes\":{\"a\":1},"
                        + "\"turns\":[" + filled(MOST / 2, i -> "{\"userMessage\":\"a\"},") + "]}"),
                text("t.json", "oracles after each turn with its own outcomes",
                        "{\"evaluationStrategy\":\"each-turn\",\"oracles\":["
                                + filled(MOST / 2, i -> "{\"type\":\"ExactMatch\"},") + "],\"turns\":["
                                + filled(MOST / 2, i -> "{\"userMessage\":\"a\",\"expectedOutcomes\":{\"a\":1}},")
                                + "]}"),
                text("t.json", "large outcomes of many oracles", "{\"userMessage\":\"a\",\"oracles\":["
                        + filled(MOST / 2, i -> "{\"type\":\"ExactMatch\"},") + "],\"expectedOutcomes\":{"
                        + filled(MOST / 2, i -> "\"a" + i + "\":1,") + "}}"),
                text("t.yaml", "clauses", "turns:\n- user: a\n  assert: {tools: {require: ["
                        + filled(i -> "{name: a, result_match: '.{990}" + i + "'},") + "]}}"),
                text("t.yaml", "tests without a name", filled(i -> "---\nturns: [user: a]\n")));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("texts")
    void aSuiteIsReadOrRefusedInBoundedTime(String file, String name, Packed text) throws Exception {
        assertThat(text.writeTo(root.resolve(file))).isLessThanOrEqualTo(MOST + 300);
        var heard = new Heard();

        var reading = Cost.bounded(() -> {
            var config = ReadSuite.project(root);
            return new SuiteReader(config, root, new Targets(config, List.of(), List.of()), true, CaseDefaults.NONE,
                    SuiteSources.FILES, Selection.ALL,
                    heard)
                    .read(List.of(file));
        });

        assertThat(reading.cases() + reading.faults()).as("%s: %s", file, name).isPositive();
        assertThat(heard.characters).as("characters of faults").isLessThan(100L * MOST);
    }

    /** Counts cases without keeping them, as a reader of a gigabyte must. */
    private static final class Heard implements SuiteSink {

        private long characters;

        @Override
        public void accept(TestCase testCase) {}

        @Override
        public void fault(Fault fault) {
            characters += fault.message().length();
        }

        @Override
        public void warning(Fault warning) {
            characters += warning.message().length();
        }
    }

    private static Arguments text(String name, String text) {
        return text("t.yaml", name, text);
    }

    private static Arguments text(String file, String name, String text) {
        return bytes(file, name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static Arguments bytes(String file, String name, byte[] bytes) {
        return Arguments.of(file, name, Packed.of(bytes));
    }

    /** A text compressed until it is read, to keep memory for the current one. */
    static final class Packed {

        private final byte[] deflated;

        private Packed(byte[] deflated) {
            this.deflated = deflated;
        }

        static Packed of(byte[] bytes) {
            var packed = new ByteArrayOutputStream();
            try (var out = new DeflaterOutputStream(packed)) {
                out.write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new Packed(packed.toByteArray());
        }

        /** Writes the text and returns its length. */
        long writeTo(Path file) throws IOException {
            try (var in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
                return Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static String repeated(String piece) {
        return piece.repeat((MOST - 200) / piece.getBytes(StandardCharsets.UTF_8).length);
    }

    private static String nested(String open, String close) {
        return open.repeat(MOST / 2) + close.repeat(MOST / 2);
    }

    private static byte[] filledWith(int value) {
        var bytes = new byte[MOST];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static String filled(IntFunction<String> piece) {
        return filled(MOST, piece);
    }

    private static String filled(int size, IntFunction<String> piece) {
        var text = new StringBuilder();
        for (int i = 0; text.length() < size - 400; i++) {
            text.append(piece.apply(i));
        }
        return text.toString();
    }

    private static String laughs() {
        return "a0: &a0 [x]\n" + IntStream.range(1, 60).mapToObj(
                i -> "a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(9) + "]\n")
                .collect(Collectors.joining());
    }

    private static String caseOf(String key, IntFunction<String> item) {
        return "{\"id\":\"a\",\"input\":\"b\",\"" + key + "\":[" + filled(i -> item.apply(i) + ",") + "]}";
    }

    private static String dynamic(IntFunction<String> checkpoint) {
        return "{\"id\":\"a\",\"simulator\":\"judge\",\"checkpoints\":[" + filled(i -> checkpoint.apply(i) + ",")
                + "]}";
    }
}
