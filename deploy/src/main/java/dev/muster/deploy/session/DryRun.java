package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.suite.write.CaseWriter;

/** {@code --dry-run}: shows the parsed cases on the console or in files; calls no agent. */
public record DryRun(Suite suite, List<Path> outputs, CommandContext here) {

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
            cases.forEachRemaining(definition -> tell(definition.testCase().identity()));
        }
        here.out().println(count() + ", nothing was run");
    }

    private void tell(TestCase.Identity identity) {
        here.out().println(Printable.line("  " + identity.source().file() + ":" + identity.source().line() + "  ["
                + identity.id() + "]"
                + (identity.name() == null || identity.name().equals(identity.id()) ? "" : " " + identity.name())));
    }

    private String count() {
        return suite.cases() + (suite.cases() == 1 ? " case" : " cases");
    }
}
