package dev.muster.coordinator.client;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Then;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.suite.project.UserConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Combinations of command line, configuration and cases. */
class SuiteTest {

    private static final String CASE = "{\"id\": \"a\", \"type\": \"multi_turn\", \"input\": \"Hi\"}";

    @TempDir
    private Path root;

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"-, -, PT5M", "-, 2m, PT2M", "PT30S, 2m, PT30S", "PT30S, -, PT30S"})
    void aCaseHasTheRunsLimitAndFiveMinutesWhenNobodySaysOne(@Nullable Duration flag, @Nullable String configured,
            Duration limit) throws IOException {
        project(configured == null ? "" : "defaults: {timeout: " + configured + "}\n");

        try (var suite = read(flag, ConversationOptions.NONE)) {
            assertThat(suite.faults()).isEmpty();
            assertThat(suite.request(new CaseFiles.None()).settings().pacing().timeout()).isEqualTo(limit);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "agents:user"})
    void theSimulatorOfTheFlagMayBeABareId(String flag) throws IOException {
        project("");

        try (var suite = read(null, new ConversationOptions(flag, false, false, null));
                var cases = suite.spool().read()) {
            assertThat(suite.faults()).isEmpty();
            assertThat(suite.warnings()).isEmpty();
            var scripted = (Conversation.Scripted) cases.next().testCase().conversation();
            assertThat(((Then.Ask) scripted.then()).simulator()).extracting(HelperUse::use)
                    .isEqualTo(Reference.agent("user"));
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"-, small", "big, -"})
    void theConnectorOfTheFlagBeatsThatOfATurn(@Nullable String flag, @Nullable String ofTurn) throws IOException {
        project("connectors: {small: {url: 'http://s/'}, big: {url: 'http://b/'}}\n");
        Files.writeString(root.resolve("t.jsonl"),
                "{\"id\": \"a\", \"turns\": [{\"input\": \"Hi\", \"options\": {\"connector\": \"small\"}}]}");
        var wanted = new RunOptions(List.of("t.jsonl"), CasePicking.ALL, RunMatrix.one(null, flag), null,
                RunPace.USUAL, ConversationOptions.NONE, RunExtras.NONE, RunBounds.USUAL,
                About.NOTHING, UserConfig.NONE);

        try (var suite = Suite.read(wanted, root, true); var cases = suite.spool().read()) {
            assertThat(suite.faults()).isEmpty();
            var testCase = cases.next().testCase();
            assertThat(testCase.options().connector()).isEqualTo(flag);
            assertThat(testCase.conversation().turns().getFirst().options().connector()).isEqualTo(ofTurn);
        }
    }

    @ParameterizedTest
    @CsvSource({"true, false, false", "true, true, true", "false, false, true", "false, true, true"})
    void onOneMachineAProjectIsItsFolderUnlessItsRepositoryIsKnown(boolean local, boolean labelled, boolean same)
            throws IOException {
        var suites = new HashSet<String>();
        for (var folder : List.of("one", "two")) {
            root = Files.createDirectories(root.resolve(folder));
            project("");
            var usual = RunOptions.of(List.of("t.jsonl"));
            var about = new About(labelled ? Map.of("repository", "o/r") : Map.of(), null, 1, null, null);
            var wanted = new RunOptions(usual.inputs(), usual.picking(), usual.across(), null, usual.running(),
                    ConversationOptions.NONE, new RunExtras(null, false, InputStream::nullInputStream, local),
                    usual.within(), about, UserConfig.NONE);
            for (int reading = 0; reading < 2; reading++) {
                try (var suite = Suite.read(wanted, root, true)) {
                    suites.add(suite.request(new CaseFiles.None()).settings().about().suite());
                }
            }
        }

        assertThat(suites).hasSize(same ? 1 : 2);
    }

    private Suite read(@Nullable Duration timeout, ConversationOptions conversing) {
        return Suite.read(
                RunOptions.of(List.of("t.jsonl")).with(new RunPace(timeout, 0, false, 0)).with(conversing),
                root,
                true);
    }

    private void project(String more) throws IOException {
        Files.writeString(root.resolve("muster.yaml"), """
                agents:
                  shop: {protocol: ag-ui, url: "http://127.0.0.1:9/"}
                  user: {protocol: openai, url: "http://127.0.0.1:9/", helper: true}
                """ + more);
        Files.writeString(root.resolve("t.jsonl"), CASE);
    }
}
