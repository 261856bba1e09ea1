package dev.muster.coordinator.suite.source;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class CsvStreamTest {

    private final List<String> faults = new ArrayList<>();

    private List<String> rows(String text) throws IOException {
        return rows(text.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> rows(byte[] text) throws IOException {
        var rows = new ArrayList<String>();
        try (var csv = new CsvStream(new ByteArrayInputStream(text),
                new Faults("t.csv", fault -> faults.add(fault.toString())))) {
            for (var row = csv.next(); row != null; row = csv.next()) {
                rows.add(row.at().line() + row.json().toString());
            }
        }
        return rows;
    }

    @Test
    void readsEachRowAsAnObjectOfStrings() throws IOException {
        assertThat(rows("order, amount\nA1,35\nA2,\n")).containsExactly("2{\"order\":\"A1\",\"amount\":\"35\"}",
                "3{\"order\":\"A2\",\"amount\":\"\"}");
        assertThat(faults).isEmpty();
    }

    @Test
    void quotesMayHoldCommasQuotesAndLines() throws IOException {
        assertThat(rows("a,b\r\n\"x, y\",\"say \"\"hi\"\"\"\r\n\"one\r\ntwo\",\"\"\r\nlast,\"7\""))
                .containsExactly("2{\"a\":\"x, y\",\"b\":\"say \\\"hi\\\"\"}", "3{\"a\":\"one\\ntwo\",\"b\":\"\"}",
                        "5{\"a\":\"last\",\"b\":\"7\"}");
        assertThat(faults).isEmpty();
    }

    @Test
    void aByteOrderMarkAndEmptyLinesAreNoValues() throws IOException {
        assertThat(rows("\uFEFF\na\n\n1\r\n\r\n\"\"\n")).containsExactly("4{\"a\":\"1\"}", "6{\"a\":\"\"}");
        assertThat(faults).isEmpty();
    }

    @Test
    void aQuoteInsideAValueWithoutQuotesIsACharacter() throws IOException {
        assertThat(rows("a,b\n5\" pipe,x\n")).containsExactly("2{\"a\":\"5\\\" pipe\",\"b\":\"x\"}");
        assertThat(faults).isEmpty();
    }

    @Test
    void everyFaultyRowIsToldAndTheOthersAreRead() throws IOException {
        assertThat(rows("a,b\n1\n2,3\n4,5,6\n\"7\"x,8\n9,10\n")).containsExactly("3{\"a\":\"2\",\"b\":\"3\"}",
                "6{\"a\":\"9\",\"b\":\"10\"}");
        assertThat(faults).containsExactly(
                "t.csv:2:1: this row has 1 value, and the first line names 2 columns; put quotes around a value with a comma",
                "t.csv:4:1: this row has 3 values, and the first line names 2 columns; put quotes around a value with a comma",
                "t.csv:5:4: the value in quotes ends before \"x\"; write a quote inside quotes as \"\"");
    }

    @Test
    void everyFaultOfTheFirstLineIsToldAndThoseOfRowsToo() throws IOException {
        assertThat(rows("a,,a,b\n1,2,3,4\n1,2\n")).isEmpty();
        assertThat(faults).containsExactly("t.csv:1:3: column 2 has no name; the first line names the columns",
                "t.csv:1:4: the column 'a' appears twice: it is column 1 and 3",
                "t.csv:3:1: this row has 2 values, and the first line names 4 columns; put quotes around a value with a comma");
    }

    @Test
    void aQuoteWithoutAnEndIsToldWhereItBegins() throws IOException {
        assertThat(rows("a,b\n1,2\n3,\"4\n5,6\n")).containsExactly("2{\"a\":\"1\",\"b\":\"2\"}");
        assertThat(faults).containsExactly("t.csv:3:3: the value in quotes that begins here has no end");
    }

    @Test
    void semicolonsAreToldAtOnce() throws IOException {
        assertThat(rows("a;b\n1;2\n")).isEmpty();
        assertThat(faults).containsExactly(
                "t.csv:1:1: the first line has one column; commas separate columns, not semicolons");
    }

    @Test
    void whatIsNotUtf8IsTold() throws IOException {
        assertThat(rows("a\nZoë\n".getBytes(StandardCharsets.ISO_8859_1))).isEmpty();
        assertThat(faults).containsExactly("t.csv:2:3: this is not UTF-8; save the file as UTF-8");
    }

    @Test
    void anEmptyTextHasNoColumns() throws IOException {
        assertThat(rows("")).isEmpty();
        assertThat(rows("\n\n")).isEmpty();
        assertThat(faults).isEmpty();
    }
}
