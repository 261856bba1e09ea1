package dev.muster.coordinator.suite.pick;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.run.DefinitionHash;
import dev.muster.coordinator.run.NewestVerdicts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which cases filters and shards take, and what is said when they take none. */
final class SelectionTest {

    private static final String DEFINITION = "{\"key\":\"f.jsonl#a\",\"source\":{},\"conversation\":{}}";

    private final List<String> faults = new ArrayList<>();

    private Selection selection(@Nullable String shard, String... filters) {
        return selection(shard, (agent, after, all) -> new NewestVerdicts(false, List.of()), filters);
    }

    private Selection selection(@Nullable String shard, VerdictSource source, String... filters) {
        return Selection.of(List.of(filters), shard, source, candidate -> List.of("shop"),
                fault -> faults.add(fault.toString()));
    }

    private static Candidate candidate(String id) {
        return new Candidate("shop/refunds.jsonl", id, id.equals("order") ? null : "A Late parcel",
                Map.of("team", "Payments", "tier", "1"), null);
    }

    @ParameterizedTest
    @CsvSource({"gold, true", "GOLD-1, true", "parcel, true", "refunds.jsonl#gold, true", "silver, false",
        "/^gold-\\d$/, true", "/^GOLD/, false", "/(?i)^GOLD/, true", "/late/, false", "/Late/, true",
        "label:team=Payments, true", "label:team=payments, true", "label:team=search, false", "label:team, true",
        "label:owner, false", "label:Team=payments, false", "file:refunds, true", "file:SHOP/, true",
        "file:gold, false", "!gold, false", "!silver, true", "!label:team=search, true", "!!gold, true",
        "is:failed, false", "!is:failed, true", "is:changed, true", "!is:changed, true", "http://x, false", "/, true"})
    void aFilterTakes(String filter, boolean taken) {
        assertThat(selection(null, filter).takes(candidate("gold-1"))).isEqualTo(taken);
        assertThat(faults).isEmpty();
    }

    @Test
    void allFiltersHaveToHold() {
        assertThat(selection(null, "gold", "label:tier=1").takes(candidate("gold-1"))).isTrue();
        assertThat(selection(null, "gold", "label:tier=2").takes(candidate("gold-1"))).isFalse();
    }

    @Test
    void everythingThatCannotBeReadIsToldAtOnce() {
        selection("5/4", "", "/(/", "lable:team", "id:a.b", "is:fail", "label:", "file:", "!", "//");

        assertThat(faults).containsExactly(
                "-k : is empty; write a part of an id, /RE2/, label:NAME=VALUE, file:PART, is:failed or is:changed, "
                        + "each with ! before it to exclude",
                "-k /(/: is not an RE2 pattern: missing closing )",
                "-k lable:team: unknown 'lable:'; did you mean 'label:'?",
                "-k id:a.b: needs no 'id:'; write -k a.b for a part of an id or a name, -k /^a\\.b$/ for all of it, or "
                        + "FILE#a.b for one case of a file",
                "-k is:fail: is: takes failed or changed, not 'fail'; did you mean 'failed'?",
                "-k label:: label: takes NAME=VALUE, or NAME for any value, as in label:team=payments",
                "-k file:: file: takes a part of a path, as in file:refunds",
                "-k !: is empty; write a part of an id, /RE2/, label:NAME=VALUE, file:PART, is:failed or is:changed, "
                        + "each with ! before it to exclude",
                "-k //: the pattern between the slashes is missing",
                "--shard 5/4: takes I/N with I from 1 to N, as in 1/4 for the first of four parts");
    }

    @ParameterizedTest
    @CsvSource({"0/4", "5/4", "1", "a/b", "1/", "/4", "-1/2", "1/0", "1/4/5", "99999999999/99999999999"})
    void aShardIsOneOfSeveral(String shard) {
        selection(shard);

        assertThat(faults).singleElement().asString().startsWith("--shard " + shard + ": takes I/N");
    }

    @Test
    void shardsTakeEachCaseOnceAndAboutAsManyEach() {
        var shards = IntStream.rangeClosed(1, 4).mapToObj(index -> selection(index + "/4")).toList();
        var taken = new int[4];
        for (int n = 0; n < 10_000; n++) {
            var candidate = candidate("case-" + n);
            var by = IntStream.range(0, 4).filter(index -> shards.get(index).takes(candidate)).toArray();
            assertThat(by).as(candidate.key()).hasSize(1);
            taken[by[0]]++;
        }
        assertThat(Arrays.stream(taken).boxed()).allMatch(each -> each > 2_200 && each < 2_800);
    }

    /** Written down, since another hash would move every case of everyone's CI. */
    @Test
    void aShardNeverMovesACase() {
        assertThat(selection("1/4").takes(new Candidate("a.jsonl", "one", null, Map.of(), null))).isFalse();
        assertThat(IntStream.rangeClosed(1, 4).filter(index -> selection(index + "/4")
                .takes(new Candidate("a.jsonl", "one", null, Map.of(), null))).boxed()).containsExactly(4);
    }

    @Test
    void whoSelectsNothingIsHelped() {
        assertThat(nothing("rfund")).isEqualTo("nothing is selected of 3 cases: no case matches -k rfund; there are "
                + "refund-late, refund-early");
        assertThat(nothing("refund-latte")).endsWith("no case matches -k refund-latte; did you mean 'refund-late'?");
    }

    @Test
    void whoSelectsNothingByLabelsHearsWhichThereAre() {
        assertThat(nothing("label:team=sales")).endsWith("no case matches -k label:team=sales; 'team' is Payments");
        assertThat(nothing("label:owner=me"))
                .endsWith("no case matches -k label:owner=me; the labels are team, tier");
        assertThat(nothing("label:team=payments", "order", "late")).isEqualTo("nothing is selected of 3 cases: "
                + "no case matches all of -k label:team=payments -k order -k late");
    }

    private String nothing(String... filters) {
        var selection = selection(null, filters);
        for (var id : List.of("refund-late", "refund-early", "order")) {
            var _ = selection.takes(candidate(id));
        }
        return selection.nothing();
    }

    @Test
    void aCaseFailedWhenItsNewestVerdictIsNoPass() {
        var asked = new ArrayList<String>();
        VerdictSource source = (agent, after, all) -> {
            asked.add(agent + " " + after + " " + all);
            return new NewestVerdicts(true, after.isEmpty()
                    ? List.of(new NewestVerdicts.Newest("shop/refunds.jsonl#gold", false, 1))
                    : List.of());
        };
        var selection = selection(null, source, "is:failed");

        assertThat(selection.takes(candidate("gold"))).isTrue();
        assertThat(selection.takes(candidate("silver"))).isFalse();
        assertThat(asked).containsExactly("shop  false", "shop shop/refunds.jsonl#gold false");
        assertThat(selection.note()).isEmpty();
    }

    @Test
    void aCaseChangedWhenItsNewestVerdictIsOfAnotherDefinition() {
        var known = List.of(new NewestVerdicts.Newest("shop/refunds.jsonl#other", true, 1),
                new NewestVerdicts.Newest("shop/refunds.jsonl#same", false, DefinitionHash.of(DEFINITION)));
        VerdictSource source = (agent, after, all) -> new NewestVerdicts(true,
                after.isEmpty() ? known : List.of());

        var changed = selection(null, source, "is:changed");
        assertThat(changed.takes(candidate("same"), DEFINITION)).isFalse();
        assertThat(changed.takes(candidate("other"), DEFINITION)).isTrue();
        assertThat(changed.takes(candidate("new"), DEFINITION)).isTrue();
        assertThat(changed.takes(candidate("same"), DEFINITION.replace("{}}", "{\"a\":1}}"))).isTrue();
        assertThat(selection(null, source, "!is:changed").takes(candidate("same"), DEFINITION)).isTrue();
        assertThat(selection(null, source, "!is:changed").takes(candidate("other"), DEFINITION)).isFalse();
    }

    @Test
    void whereNothingIsKnownThatIsTold() {
        assertThat(nothing("is:failed")).isEqualTo("nothing is selected of 3 cases: no case matches -k is:failed; "
                + "nothing is known yet about shop: no run of it has finished here, so none of its cases counts "
                + "as failed, and each as changed");
    }
}
