package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.common.config.ProjectLinks;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.figures.PastCost;
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
        BadInput.throwIf(!output.toString().endsWith(".jsonl"), "-o " + output + ": --dry-run writes cases as .jsonl");
        try {
            ProjectLinks.checkOutput(output);
        } catch (IOException e) {
            throw new BadInput("-o " + output + " can't be written: " + e.getMessage());
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
        here.out().println(calls() + "; " + cost());
    }

    /** A conversation with a simulated user has as many calls as it takes. */
    private String calls() {
        var results = suite.results();
        return "A run has " + results + (results == 1 ? " result" : " results") + (suite.spool().hasConversations()
                ? ", with a call for each turn" : ": as many calls to agents");
    }

    /** Says what the newest local runs of the same agent cost; they are looked up only where there are any. */
    private String cost() throws IOException {
        if (here.home().database() == null && !EmbeddedDatabase.isIn(here.home().folder())) {
            return "its cost is unknown: no run is stored here";
        }
        var keys = new ArrayList<String>();
        try (var cases = suite.spool().read(); var local = LocalDatabase.open(here.home(), 2)) {
            while (cases.hasNext() && keys.size() < PastCost.MOST_KEYS) {
                keys.add(cases.next().testCase().identity().key());
            }
            var past = PastCost.of(local.database(), suite.agentsShown(), keys);
            var usd = past.expected(suite.cases(), suite.results());
            return usd.isEmpty() ? "its cost is unknown: no stored run of " + Printable.line(suite.agentsShown())
                    + " has one"
                    : "it costs about " + Amounts.dollars(new BigDecimal(usd.getAsDouble(), new MathContext(2)))
                            + ", by the newest runs of "
                            + Printable.line(suite.agentsShown()) + " (" + past.known() + " of " + suite.cases()
                            + " cases known)";
        }
    }

    private void tell(TestCase.Identity identity) {
        here.out().println(Printable.line("  " + identity.source().shown() + "  ["
                + identity.id() + "]"
                + (identity.name() == null || identity.name().equals(identity.id()) ? "" : " " + identity.name())));
    }

    private String count() {
        return suite.cases() + (suite.cases() == 1 ? " case" : " cases");
    }
}
