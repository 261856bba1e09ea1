package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.pick.Selection;
import dev.muster.coordinator.suite.project.ProjectReader;
import dev.muster.coordinator.suite.project.Targets;
import dev.muster.coordinator.suite.source.Fault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The repository's examples read without a fault. */
class ExamplesTest implements SuiteSink {

    private final List<String> faults = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"../examples, *.jsonl", "../examples/any-agent, shop.yaml", "../cli/src/main/resources/init, tests"})
    void whatNewcomersGetHasNoFaults(String folder, String suites) {
        var path = Path.of(folder);
        var project = new ProjectReader(path).read(null);
        var targets = new Targets(project.config(), List.of(), List.of());

        var reading = new SuiteReader(project.config(), path, targets, true, CaseDefaults.NONE,
                SuiteSources.FILES, Selection.ALL, this)
                .read(List.of(suites));

        assertThat(project.faults()).isEmpty();
        assertThat(faults).isEmpty();
        assertThat(reading.cases()).isPositive();
    }

    @Override
    public void accept(TestCase testCase) {}

    @Override
    public void fault(Fault fault) {
        faults.add(fault.toString());
    }
}
