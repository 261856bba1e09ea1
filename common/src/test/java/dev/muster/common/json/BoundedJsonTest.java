package dev.muster.common.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

/** Tests the bound on the values of a document, and that large documents are read as small ones are. */
class BoundedJsonTest {

    @Test
    void aDocumentOfAsManyValuesAsItMayHaveIsRead() {
        assertThat(BoundedJson.read(Json.MAPPER, list(BoundedJson.MOST_VALUES))).hasSize(BoundedJson.MOST_VALUES - 1);
    }

    @Test
    void oneOfMoreIsNot() {
        assertThatThrownBy(() -> BoundedJson.read(Json.MAPPER, list(BoundedJson.MOST_VALUES + 1)))
                .isInstanceOf(JacksonException.class).hasMessageContaining("more than 500,000 values");
        assertThatThrownBy(() -> BoundedJson.read(Json.MAPPER, "{" + IntStream.range(0, BoundedJson.MOST_VALUES)
                .mapToObj(n -> "\"" + n + "\":[]").collect(Collectors.joining(",")) + "}"))
                .isInstanceOf(JacksonException.class).hasMessageContaining("more than 500,000 values");
    }

    @Test
    void aLargeDocumentIsReadAsASmallOneIs() {
        var text = "x".repeat(1 << 20);

        assertThat(BoundedJson.read(Json.MAPPER, "{\"a\":[1,\"" + text + "\"]}").at("/a/1").stringValue())
                .isEqualTo(text);
        assertThatThrownBy(() -> BoundedJson.read(Json.MAPPER, "[\"" + text + "\"]]"))
                .isInstanceOf(JacksonException.class);
        assertThatThrownBy(() -> BoundedJson.read(Json.MAPPER, "[\"" + text)).isInstanceOf(JacksonException.class);
        assertThat(BoundedJson.read(Json.MAPPER, " ".repeat(1 << 20)).isMissingNode()).isTrue();
    }

    @Test
    void valuesAreCountedUpToALimit() {
        var document = Json.MAPPER.readTree("{\"a\":[1,{\"b\":null}],\"c\":\"\"}");

        assertThat(BoundedJson.values(document, 100)).isEqualTo(6);
        assertThat(BoundedJson.values(document, 3)).isGreaterThan(3);
    }

    /** Returns a list that has this many values with itself. */
    private static String list(int values) {
        return "[" + "1,".repeat(values - 2) + "1]";
    }
}
