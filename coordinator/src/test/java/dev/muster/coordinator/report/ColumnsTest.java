package dev.muster.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnsTest {

    @ParameterizedTest
    @CsvSource({"abc, 3", "报销, 4", "e\u0301, 1", "✓ ok, 4", "🙂, 2", "한글, 4", "ｆｕ, 4", "'', 0"})
    void wideCharactersTakeTwoColumnsAndCombiningOnesNone(String text, int width) {
        assertThat(Columns.width(text)).isEqualTo(width);
    }

    @ParameterizedTest
    @CsvSource({"abcdef, 6, abcdef", "abcdef, 5, abcd…", "报销流程, 6, 报销…", "报销流程, 7, 报销流…", "🙂🙂, 3, 🙂…",
        "abc, 1, …", "abc, 0, ''"})
    void aCutTextFits(String text, int columns, String cut) {
        assertThat(Columns.cut(text, columns)).isEqualTo(cut);
        assertThat(Columns.width(cut)).isLessThanOrEqualTo(columns);
    }

    @Test
    void linesBreakAtSpacesAndOtherwiseWhereTheyMust() {
        assertThat(Columns.wrap("one two three four", 10)).containsExactly("one two", "three four");
        assertThat(Columns.wrap("a 123456789012345678 b", 10)).containsExactly("a 12345678", "9012345678", "b");
        assertThat(Columns.wrap("报销流程提交差旅费用", 10)).containsExactly("报销流程提", "交差旅费用");
        assertThat(Columns.wrap("one\n\ntwo", 10)).containsExactly("one", "", "two");
    }

    @Test
    void everyLineFitsWhateverTheText() {
        var text = "{\"k\":\"报销 🙂 流程\"} ".repeat(50);
        for (int columns = 10; columns < 90; columns++) {
            int most = columns;
            assertThat(Columns.wrap(text, columns)).allMatch(line -> Columns.width(line) <= most);
        }
    }
}
