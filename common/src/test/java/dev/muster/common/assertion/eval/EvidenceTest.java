package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.json;
import static dev.muster.common.assertion.eval.Replies.saying;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.Test;

/** Tests the evidence of failed assertions. */
class EvidenceTest {

    @Test
    void ofJsonThePathsThatDifferAreTold() throws AssertionFault {
        assertThat(evidence(new TextCheck.Equals(json("{\"a\":1,\"b\":[1,2],\"c\":3}")),
                saying("{\"a\":2,\"b\":[1],\"d\":4}"))).isEqualTo("""
                        {"expected":{"a":1,"b":[1,2],"c":3},"found":{"a":2,"b":[1],"d":4},"at":"$","differences":[\
                        {"at":"$.a","expected":1,"found":2},\
                        {"at":"$.b","expected":"2 elements","found":"1 element"},\
                        {"at":"$.c","expected":3},{"at":"$.d","found":4}]}""");
    }

    @Test
    void ofTextsTheFirstDifferenceIsToldWithWhatIsAroundIt() throws AssertionFault {
        var expected = "word ".repeat(100) + "end";

        assertThat(evidence(new TextCheck.Equals(json("\"" + expected + "\"")), saying(expected.replace("end", "End"))))
                .contains("\"differences\":[{\"at\":\"character 501\",\"expected\":\"…\\\"")
                .contains("word end\\\" (503 characters)\"").contains("word End\\\" (503 characters)\"");
    }

    @Test
    void ofToolsTheNearestCallComesFirst() throws AssertionFault {
        var reply = saying("").calling("list", "{}").calling("pay", "{\"n\":5,\"to\":\"Bob\"}").calling("pay",
                "{\"n\":6,\"to\":\"Bob\"}");

        assertThat(evidence(new ToolCheck.ToolCalled(List.of("pay"), json("{\"n\":5,\"to\":\"Ann\"}")), reply))
                .isEqualTo("""
                {"expected":"to be called with {\\"n\\":5,\\"to\\":\\"Ann\\"}","found":[\
                {"name":"pay","args":{"n":5,"to":"Bob"},"why_not":"at arguments.to it has \\"Bob\\" instead of \\"Ann\\""},\
                {"name":"pay","args":{"n":6,"to":"Bob"},"why_not":"at arguments.n it has 6 instead of 5; at arguments.to it \
                has \\"Bob\\" instead of \\"Ann\\""},{"name":"list","args":{}}],\
                "differences":[{"at":"arguments.to","expected":"Ann","found":"Bob"}]}""");
    }

    @Test
    void ofPathsThePlaceIsTold() throws AssertionFault {
        assertThat(evidence(new ValueCheck.JsonPath("$.a", json("1")), saying("Hi").holding("{\"a\":2}")))
                .isEqualTo("{\"expected\":1,\"found\":2,\"at\":\"the agent's state\"}");
    }

    @Test
    void largeValuesAreCut() throws AssertionFault {
        var large = "x".repeat(1 << 20);

        assertThat(evidence(new TextCheck.Contains(List.of("y"), false), saying(large)))
                .hasSizeLessThan(1_200).endsWith("x… (1048576 characters)\"}");
        assertThat(evidence(new TextCheck.Equals(json("[\"" + large + "\"]")), saying("[\"" + large + "y\"]")))
                .hasSizeLessThan(6_000);
    }

    private static String evidence(Check check, Replies reply) throws AssertionFault {
        return Json.MAPPER.writeValueAsString(Checking.evaluate(check, false, reply).evidence());
    }
}
