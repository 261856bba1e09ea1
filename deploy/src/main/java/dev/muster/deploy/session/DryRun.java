package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.suite.write.CaseWriter;
import dev.muster.deploy.session.Exit.BadInput;

/** {@code --dry-run}: shows the parsed cases on the console or in files; calls no agent. */
public final class DryRun {

    private final Suite suite;
    private final List<Path> outputs;
    private final CommandContext here;

    public DryRun(Suite suite, List<Path> outputs, CommandContext here) {
        this.suite = suite;
        this.outputs = outputs;
        this.here = here;
    }

    public int tell() throws IOException, BadInput {
        for (var output : outputs) {
            write(output);
        }
        if (outputs.isEmpty()) {
            list();
        }
        return Exit.OK;
    }

    private void write(Path output) throws IOException, BadInput {
        if (!output.toString().endsWith(".jsonl")) {
            throw new BadInput("-o " + output + ": --dry-run writes cases as .jsonl");
        }
        try (Writer file = Files.newBufferedWriter(output);
                var writer = new CaseWriter(file);
                var cases = suite.spool().read()) {
            cases.forEachRemaining(definition -> writer.write(definition.testCase()));
        }
        here.out().println(count() + " written to " + output);
    }

    private void list() throws IOException {
        try (var cases = suite.spool().read()) {
            cases.forEachRemaining(definition -> tell(definition.testCase()));
        }
        here.out().println(count() + ", nothing was run");
    }

    private void tell(TestCase testCase) {
        here.out().println(Printable.line("  " + testCase.identity().source().file() + ":"
                + testCase.identity().source().line() + "  ["
                + testCase.identity().id() + "]"
                + (testCase.identity().name() == null || testCase.identity().name().equals(testCase.identity().id())
                        ? "" : " " + testCase.identity().name())));
    }

    private String count() {
        return suite.cases() + (suite.cases() == 1 ? " case" : " cases");
    }
}
