package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertion;
import dev.muster.common.assertion.eval.ExaminedReply;
import dev.muster.common.result.AssertionResult;
import dev.muster.coordinator.suite.AssertionTable.Row;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Evaluates every type of assertion on replies: what it accepts, and its message for what it rejects. */
class AssertionTableTest {

    @TempDir
    Path root;

    static Stream<Row> rows() {
        return CheckTypes.evaluated().stream().flatMap(type -> AssertionTable.of(type).stream());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void itHoldsOrSaysWhyNot(Row row) throws AssertionFault {
        var result = evaluated(read(root, row), row);

        assertThat(String.valueOf(result.reason())).contains(row.passes() ? "null" : row.says());
        assertThat(result.passed()).isEqualTo(row.passes());
        assertThat(result.evidence() == null).isEqualTo(row.passes());
    }

    /** Every type keeps a name and a weight, and puts the author's message first. */
    @ParameterizedTest
    @MethodSource("rows")
    void nameWeightAndMessageGoWithIt(Row row) throws AssertionFault {
        var plain = read(root, row);
        var dressed = new Assertion(plain.check(), plain.negate(), "Why: 理由", "its name", 2.5);

        var written = dressed.written();
        var again = caseWith(written.toString());
        var result = evaluated(again, row);

        assertThat(again).isEqualTo(dressed);
        assertThat(result.assertion()).isEqualTo(dressed);
        assertThat(result.passed()).isEqualTo(row.passes());
        if (!row.passes()) {
            assertThat(Objects.requireNonNull(result.reason())).startsWith("Why: 理由 (expected ");
        }
    }

    static Assertion read(Path root, Row row) {
        return ReadSuite.caseWith(root, "\"assertions\": [" + row.assertion() + "]").assertions().getFirst();
    }

    private Assertion caseWith(String assertion) {
        List<Assertion> read = ReadSuite.caseWith(root, "\"assertions\": [" + assertion + "]").assertions();
        return read.getFirst();
    }

    private static AssertionResult evaluated(Assertion assertion, Row row) throws AssertionFault {
        return new ExaminedReply(new TableReply(row.reply()).reply()).by(CompiledAssertion.compile(assertion));
    }
}
