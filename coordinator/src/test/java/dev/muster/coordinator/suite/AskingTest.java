package dev.muster.coordinator.suite;

import static dev.muster.coordinator.suite.ReadSuite.caseWith;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.config.Judging;
import dev.muster.common.json.Json;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class AskingTest {

    @TempDir
    Path root;

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text.replace('\'', '"'));
    }

    private static HelperUse asking(Reference who, Map<String, JsonNode> metadata) {
        return new HelperUse(who, new Options(null, Map.of(), null, null, metadata));
    }

    private Check check(String assertion) {
        return caseWith(root, ("'assertions': [" + assertion + "]").replace('\'', '"')).assertions().getFirst().check();
    }

    @ParameterizedTest
    @ValueSource(strings = {"'options': {'metadata': {'criteria': 'c', 'tone': 't'}}",
        "'metadata': {'criteria': 'c', 'tone': 't'}", "'value': 'c', 'metadata': {'tone': 't'}"})
    void validatorIsToldAllMetadata(String members) {
        assertThat(check("{'type': 'agent', 'use': 'agents:judge', " + members + "}")).isEqualTo(new HelperCheck.Agent(
                asking(Reference.agent("judge"), Map.of("criteria", json("'c'"), "tone", json("'t'"))), null, 1));
    }

    @Test
    void aValidatorMayHaveAThresholdAndBeAskedOften() {
        assertThat(check("{'type': 'agent', 'use': 'agents:judge', 'threshold': 0.5, 'samples': 3, 'negate': true}"))
                .isEqualTo(new HelperCheck.Agent(asking(Reference.agent("judge"), Map.of()), 0.5, 3));
    }

    @Test
    void assertionUseNeedsThePrefix() {
        var suite = ReadSuite.in(root).with("t.jsonl", """
                {"id": "a", "input": "b", "assert": {"type": "agent", "use": "judge"}}
                {"id": "b", "input": "b", "assert": {"type": "agent", "use": "judge"}}
                {"id": "c", "input": "b", "assert": {"type": "script", "use": "a.b"}}
                """).read("t.jsonl");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.warnings()).containsExactly(
                "t.jsonl:1:62: 'judge' is read as 'agents:judge'; write the prefix",
                "t.jsonl:3:63: 'a.b' is read as 'scripts:a.b'; write the prefix");
        assertThat(suite.cases()).flatExtracting(found -> found.assertions()).extracting(Assertion::check)
                .last().isEqualTo(new HelperCheck.Script(asking(Reference.script("a.b"), Map.of()), null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'use': 'scripts:tests.check.Fn'", "'script': 'scripts.tests.check.Fn'",
        "'script': 'scripts:tests.check.Fn'"})
    void scriptAssertionNamesAScript(String members) {
        assertThat(check("{'type': 'script', " + members + ", 'value': [1], 'options': {'metadata': {'min': 1}}}"))
                .isEqualTo(new HelperCheck.Script(asking(Reference.script("tests.check.Fn"), Map.of("min", json("1"))),
                        json("[1]")));
    }

    @Test
    void theRunsValidatorJudgesWhereNobodyIsNamed() {
        var run = new CaseDefaults(null, false, false, false, null, null, Reference.agent("judge"), null, null,
                Judging.NONE);

        var suite = ReadSuite.in(root).in(run).with("t.jsonl", """
                {"id": "a", "input": "b", "assert": {"type": "agent", "value": "polite"}}
                """).read("t.jsonl");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases().getFirst().assertions().getFirst().check()).isEqualTo(new HelperCheck.Agent(
                asking(Reference.agent("judge"), Map.of("criteria", json("'polite'"))), null, 1));
    }

    @Test
    void assertionsOfOtherDialectsAreReadAsTheyAreWritten() {
        assertThat(
                check("{'type': 'oracle', 'oracle': 'exact-match', 'config': {'mode': 'exact'}, 'expected': {'a': 1}}"))
                .isEqualTo(new ForeignCheck.Oracle("exact-match", json("{'mode': 'exact'}"), json("{'a': 1}")));
    }
}
