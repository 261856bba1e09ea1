package dev.muster.coordinator.suite.roundtrip;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.Judging;
import dev.muster.common.json.Json;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.CaseDefaults;
import dev.muster.coordinator.suite.ReadSuite;
import dev.muster.coordinator.suite.write.CaseWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * Cases that are read and written read back the same, in every dialect. Failures show the seed and the smallest text
 * found. {@code -Dmuster.roundtrip.seed=…} tries one seed, {@code -Dmuster.roundtrip.seeds=…} a number of them.
 */
class RoundTripTest {

    private static final int CASES = 10;

    /** Possible defaults of a run. */
    private static final List<CaseDefaults> DEFAULTS = List.of(CaseDefaults.NONE,
            new CaseDefaults(Reference.agent("judge"), true, true, false, Then.OnMissingInput.FAIL, 7,
                    Reference.agent("judge"), null, null, Judging.NONE),
            new CaseDefaults(Reference.script("a.b"), true, true, true, null, null, null, null, null, Judging.NONE));

    @TempDir
    Path root;

    private CaseDefaults defaults = CaseDefaults.NONE;

    /** The dialects, with the generators of their cases. */
    enum Dialect {
        AGENT_TEST {
            @Override
            ObjectNode one(Chance chance, int number) {
                return new AgentTestTexts(chance).one(number);
            }
        },
        AG_UI {
            @Override
            ObjectNode one(Chance chance, int number) {
                return new AgUiTexts(chance).one(number);
            }
        },
        AGENT_EVAL {
            @Override
            ObjectNode one(Chance chance, int number) {
                return new EvalTexts(chance).one(number);
            }
        };

        abstract ObjectNode one(Chance chance, int number);

        /** AG-UI tests are YAML. */
        Rendering rendering(Chance chance) {
            return this == AG_UI ? chance.of(Rendering.YAML_IN_FLOW, Rendering.YAML_IN_BLOCKS)
                    : chance.of(Rendering.values());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsWrittenReadsBackToTheSameCases(Dialect dialect) {
        tryAll(dialect, seeds(0, 40));
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource
    void whatIsWrittenReadsBackToTheSameCasesForSeedsOfToday(Dialect dialect) {
        tryAll(dialect, seeds(System.nanoTime(), 300));
    }

    private static LongStream seeds(long from, int count) {
        var only = Long.getLong("muster.roundtrip.seed");
        return only != null ? LongStream.of(only)
                : LongStream.range(from, from + Integer.getInteger("muster.roundtrip.seeds", count));
    }

    private void tryAll(Dialect dialect, LongStream seeds) {
        long tried = 0;
        long sound = 0;
        for (var all = seeds.iterator(); all.hasNext();) {
            tried += CASES;
            sound += trySeed(dialect, all.nextLong());
        }
        // A generator whose cases are all faulty would show nothing.
        assertThat(sound).isGreaterThan(tried / 3);
    }

    /** Returns the number of valid cases of the seed. */
    private int trySeed(Dialect dialect, long seed) {
        var chance = new Chance(seed);
        var rendering = dialect.rendering(chance);
        defaults = chance.of(DEFAULTS);
        var cases = IntStream.range(0, CASES).mapToObj(number -> dialect.one(chance, number)).toList();
        trouble(rendering, cases).ifPresent(trouble -> {
            var one = cases.stream().filter(each -> trouble(rendering, List.of(each)).isPresent()).findFirst();
            var shown = one.map(each -> Shrinking.of(each, less -> trouble(rendering, List.of(less)).isPresent()))
                    .map(List::of).orElse(cases);
            throw new AssertionError("seed " + seed + ", " + rendering + "\n"
                    + trouble(rendering, shown).orElse(trouble) + "\n" + rendering.text(shown));
        });
        return read(rendering.file(), rendering.text(cases)).cases().size();
    }

    private ReadSuite read(String file, String text) {
        return ReadSuite.in(root).in(defaults).with(MessageTexts.FILE, "file").with(file, text).read(file);
    }

    /** Returns what does not read back the same; empty when everything does. */
    private Optional<String> trouble(Rendering rendering, List<ObjectNode> cases) {
        var first = read(rendering.file(), rendering.text(cases)).cases();
        if (first.isEmpty()) {
            return Optional.empty();
        }
        var text = written(first);
        var second = read("written.jsonl", text);
        if (!second.faults().isEmpty()) {
            return Optional.of("what is written has faults: " + second.faults() + "\n" + text);
        }
        return differing(first, second.cases())
                .or(() -> written(second.cases()).equals(text) ? Optional.empty()
                        : Optional.of("what is written again differs:\n" + text + written(second.cases())))
                .or(() -> differing(first, first.stream().map(RoundTripTest::sent).toList()));
    }

    private static Optional<String> differing(List<TestCase> first, List<TestCase> second) {
        var one = new ArrayList<>(withoutPlaces(first));
        var other = withoutPlaces(second);
        one.removeAll(other);
        return withoutPlaces(first).equals(other) ? Optional.empty()
                : Optional.of("these did not come back: " + one + "\nbut: " + other);
    }

    /** Returns the case as a worker receives it. */
    private static TestCase sent(TestCase testCase) {
        return Json.MAPPER.readValue(Json.MAPPER.writeValueAsBytes(testCase), TestCase.class);
    }

    private static List<TestCase> withoutPlaces(List<TestCase> cases) {
        return cases.stream()
                .map(of -> new TestCase(
                        new TestCase.Identity("", of.identity().id(), of.identity().name(), of.identity().labels(),
                                new Source("", 0)),
                        of.agent(), of.options(), of.conversation(), of.assertions(), of.limits(), of.setup(),
                        of.skip()))
                .toList();
    }

    private static String written(List<TestCase> cases) {
        var text = new StringWriter();
        var writer = new CaseWriter(text);
        cases.forEach(writer::write);
        return text.toString();
    }

    @Test
    void whatIsShrunkStillShowsTheTrouble() {
        var found = new AgentTestTexts(new Chance(1)).one(1);

        assertThat(Rendering.json(Shrinking.of(found, each -> each.has("agent")))).matches("\\{\"agent\":\"\\w+\"}");
    }
}
