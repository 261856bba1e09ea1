package dev.muster.coordinator.suite.source;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonStreamTest {

    private final List<String> values = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    private JsonStreamTest read(String text) {
        return read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private JsonStreamTest read(InputStream bytes) {
        var told = new Faults("f", fault -> faults.add(fault.toString()));
        try (var stream = new JsonStream(bytes, told)) {
            for (var node = stream.next(); node != null; node = stream.next()) {
                values.add(node.at() + " " + node.json());
                told.flush();
            }
            told.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1}\n{\"b\":2}", "{\"a\":1}{\"b\":2}", "\n\n{\"a\":1}\n\r\n\n{\"b\":2}\n\n",
        "\uFEFF{\"a\":1}\n{\"b\":2}", "// one\n{\"a\":1} /* two\n */ {\"b\" /* : */ : 2 // three\n}",
        "{\"a\":1,}\n{\"b\":2,},\n", "{\"a\":1},\n{\"b\":2}", "[{\"a\":1},\n {\"b\":2},]",
        "{\n  \"a\":\n  1\n}\n{\"b\":2}\n",
        "[{\"a\":1}]\n[{\"b\":2}]", "[]\n{\"a\":1}\n[\n{\"b\":2}\n]",
        "{\"a\":1} // no newline at the end\n{\"b\":2}//"})
    void valuesComeOneByOneHoweverTheyAreLaidOut(String text) {
        read(text);

        assertThat(faults).isEmpty();
        assertThat(values).extracting(value -> value.substring(value.indexOf(' ') + 1)).containsExactly("{\"a\":1}",
                "{\"b\":2}");
    }

    @Test
    void everyValueKnowsItsLineAndColumn() {
        read("  {\"ä😀\": [1,\n \"x\"]} \"y\"\n");

        assertThat(values).containsExactly("1:3 {\"ä😀\":[1,\"x\"]}", "2:8 \"y\"");
    }

    @Test
    void numbersKeepTheirValue() {
        read("[1, -0, 12345678901234567890, 9007199254740993, 1.5, 1e3, 0.1]\n[[]]");

        assertThat(faults).isEmpty();
        assertThat(values).containsExactly("1:2 1", "1:5 0", "1:9 12345678901234567890", "1:31 9007199254740993",
                "1:49 1.5", "1:54 1000.0", "1:59 0.1", "2:2 []");
    }

    @Test
    void behindWhatIsNoJsonReadingGoesOnAtTheNextValueThatStartsALine() {
        read("""
                {"a": }
                  {"nested": "is not taken for a case"}
                {"b": 2}
                {"c": "open
                {"d": 4}
                nonsense
                {"e": 5}
                """);

        assertThat(values).containsExactly("3:1 {\"b\":2}", "5:1 {\"d\":4}", "7:1 {\"e\":5}");
        assertThat(faults).hasSize(3);
        assertThat(faults.get(0)).startsWith("f:1:7: not JSON: unexpected character ('}')")
                .endsWith("(in the value that starts at 1:1)");
        assertThat(faults.get(1)).startsWith("f:4:12: not JSON: illegal unquoted character");
        assertThat(faults.get(2)).startsWith("f:6:").contains("'nonsense'");
    }

    @Test
    void aValueThatIsNotClosedEndsWhereTheNextOneStartsALine() {
        read("{\"a\": [1\n{\"b\": 2}\n{\"c\": 3}\n");

        assertThat(values).containsExactly("2:1 {\"b\":2}", "3:1 {\"c\":3}");
        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst()).startsWith("f:2:1: not JSON: ").endsWith("(in the value that starts at 1:1)");
    }

    @Test
    void theEndOfTheTextInsideAValueSaysWhereThatStarts() {
        read("{\"a\": 1}\n  {\"b\": {");

        assertThat(values).containsExactly("1:1 {\"a\":1}");
        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst()).startsWith("f:2:").endsWith("the text ends inside the value that starts at 2:3");
    }

    @Test
    void behindAFaultInAListItsEndIsNoFault() {
        read("[\n{\"a\": }\n,\n{\"b\": 2}\n]\n{\"c\": 3}");

        assertThat(values).containsExactly("4:1 {\"b\":2}", "6:1 {\"c\":3}");
        assertThat(faults).hasSize(1);
    }

    @Test
    void nestingHasABound() {
        read("[".repeat(100_000) + "\n{\"a\": 1}");

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst()).contains("nesting");
        assertThat(values).containsExactly("2:1 {\"a\":1}");
    }

    @Test
    void aValueHasABoundAndReadingGoesOnBehindIt() {
        var item = "\"" + "x".repeat(1 << 20) + "\",\n";
        var parts = new ArrayList<InputStream>();
        parts.add(bytes("[[\n"));
        IntStream.range(0, 20).forEach(i -> parts.add(bytes(item)));
        parts.add(bytes("1]]\n{\"a\": 1}\n"));

        read(new SequenceInputStream(Collections.enumeration(parts)));

        assertThat(faults).containsExactly("f:1:2: this value is larger than 16 MiB; a case must fit in one message");
        assertThat(values).containsExactly("23:1 {\"a\":1}");
    }

    @Test
    void aLineHasABound() {
        var parts = new ArrayList<InputStream>();
        parts.add(bytes("{\"a\": 1}\n"));
        IntStream.range(0, 40).forEach(i -> parts.add(bytes(" ".repeat(1 << 20))));

        read(new SequenceInputStream(Collections.enumeration(parts)));

        assertThat(values).containsExactly("1:1 {\"a\":1}");
        assertThat(faults).containsExactly("f:2:1: this line is longer than 32 million characters");
    }

    @Test
    void aLineOfBrokenCharactersHasABoundToo() {
        var broken = new byte[1 << 20];
        Arrays.fill(broken, (byte) 0x80);
        var parts = IntStream.range(0, 100).mapToObj(i -> (InputStream) new ByteArrayInputStream(broken)).toList();

        read(new SequenceInputStream(Collections.enumeration(parts)));

        assertThat(faults).containsExactly("f:1:1: this line is longer than 32 million characters");
    }

    @Test
    void malformedUtf8IsToldOnceAndReadOn() {
        read(new ByteArrayInputStream(
                new byte[]{'"', (byte) 0xFF, '"', '\n', '"', (byte) 0xC3, '"', '\n', '1', (byte) 0xE2}));

        assertThat(faults).hasSize(2).first().isEqualTo("f:1:2: this is not UTF-8; save the file as UTF-8");
        assertThat(values).startsWith("1:1 \"\uFFFD\"", "2:1 \"\uFFFD\"");
    }

    @Test
    void afterThousandsOfBrokenPlacesTheRestIsNotRead() {
        read("{x\n".repeat(10_050) + "{\"a\":1}");

        assertThat(faults).hasSize(10_001).last().isEqualTo(
                "f:10000:2: 10000 places of this file are not JSON: the rest is not read");
        assertThat(values).isEmpty();
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
