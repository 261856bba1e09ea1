package dev.muster.cli.testing;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.CaseDefaults;
import dev.muster.coordinator.suite.SuiteReader;
import dev.muster.coordinator.suite.SuiteSink;
import dev.muster.coordinator.suite.SuiteSources;
import dev.muster.coordinator.suite.pick.Selection;
import dev.muster.coordinator.suite.project.Project;
import dev.muster.coordinator.suite.project.ProjectReader;
import dev.muster.coordinator.suite.project.Targets;
import dev.muster.coordinator.suite.source.Fault;

/** Reads a project's suites as a run does. */
public final class Suites {

    private final Path folder;
    private final Project project;
    private final List<Fault> faults = new ArrayList<>();

    public Suites(Path config) {
        folder = Objects.requireNonNull(config.toAbsolutePath().getParent());
        project = new ProjectReader(folder).read(config.toAbsolutePath());
        faults.addAll(project.faults());
    }

    public ProjectConfig config() {
        return project.config();
    }

    /** Returns all faults found so far. */
    public List<Fault> faults() {
        return faults;
    }

    public List<TestCase> read(List<Path> inputs) {
        var cases = new ArrayList<TestCase>();
        var reader = new SuiteReader(config(), folder, new Targets(config(), List.of(), List.of()), true,
                CaseDefaults.NONE, SuiteSources.FILES, Selection.ALL,
                new SuiteSink() {
                    @Override
                    public void accept(TestCase testCase) {
                        cases.add(testCase);
                    }

                    @Override
                    public void fault(Fault fault) {
                        faults.add(fault);
                    }
                });
        reader.read(inputs.stream().map(Path::toString).toList());
        return cases;
    }

    public AgentConfig agentOf(TestCase testCase) {
        return Objects.requireNonNull(config().targets().agents().get(testCase.agent()));
    }
}
