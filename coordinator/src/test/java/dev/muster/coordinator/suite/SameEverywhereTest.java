package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertion;
import dev.muster.common.assertion.eval.ExaminedReply;
import dev.muster.common.result.AssertionResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same reply gives the same results: in any order, any number of times, in any locale and time zone. */
class SameEverywhereTest {

    private final Locale locale = Locale.getDefault();
    private final TimeZone zone = TimeZone.getDefault();
    private final List<Assertion> assertions = new ArrayList<>();
    private final List<ExaminedReply> replies = new ArrayList<>();

    @TempDir
    Path root;

    /** All assertions of the table, and as many of its replies as time allows. */
    @BeforeEach
    void readTheTable() {
        for (var type : CheckTypes.evaluated()) {
            var rows = AssertionTable.of(type);
            rows.forEach(row -> assertions.add(AssertionTableTest.read(root, row)));
            rows.stream().limit(3).forEach(row -> replies.add(new ExaminedReply(new TableReply(row.reply()).reply())));
        }
    }

    @AfterEach
    void backHome() {
        Locale.setDefault(locale);
        TimeZone.setDefault(zone);
    }

    @ParameterizedTest
    @CsvSource({"1, tr-TR, Asia/Kathmandu", "2, ar-EG-u-nu-arab, Pacific/Kiritimati", "3, de-CH, America/St_Johns",
        "4, th-TH-u-ca-buddhist, UTC", "5, hi-IN-u-nu-deva, Europe/Istanbul"})
    void neitherOrderNorPlaceChangesAResult(long seed, String tag, String place) throws AssertionFault {
        Locale.setDefault(Locale.ROOT);
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        var first = evaluated(inOrder());
        Locale.setDefault(Locale.forLanguageTag(tag));
        TimeZone.setDefault(TimeZone.getTimeZone(place));
        var shuffled = new ArrayList<>(inOrder());
        Collections.shuffle(shuffled, new Random(seed));

        var second = evaluated(shuffled);

        assertThat(second).isEqualTo(first);
        assertThat(evaluated(inOrder())).isEqualTo(first);
    }

    private List<Integer> inOrder() {
        return IntStream.range(0, assertions.size()).boxed().toList();
    }

    /** Returns the results in the table's order, whatever the order of evaluation. */
    private List<List<AssertionResult>> evaluated(List<Integer> order) throws AssertionFault {
        var compiled = new ArrayList<CompiledAssertion>();
        for (var assertion : assertions) {
            compiled.add(CompiledAssertion.compile(assertion));
        }
        var results = new ArrayList<List<AssertionResult>>();
        for (var reply : replies) {
            var found = new AssertionResult[assertions.size()];
            order.forEach(n -> found[n] = reply.by(compiled.get(n)));
            results.add(List.of(found));
        }
        return results;
    }
}
