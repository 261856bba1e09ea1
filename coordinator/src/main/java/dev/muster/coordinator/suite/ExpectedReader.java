package dev.muster.coordinator.suite;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.ExpectedOutcome;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.RefusalRule;
import dev.muster.coordinator.suite.project.ConversingReader;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/** Reads how a turn should end, and, where it should fail, how to recognise a refusal in words. */
final class ExpectedReader {

    private final CaseDefaults defaults;
    private final Faults faults;

    ExpectedReader(SuiteScope scope) {
        this.defaults = scope.defaults();
        this.faults = scope.faults();
    }

    /**
     * @param success the key that says whether the turn should succeed
     * @param goOn the key that lets the conversation continue when it does not
     * @param ofTest for turns that define no rule; null means the project's
     */
    ExpectedOutcome expected(Fields fields, String success, String goOn, @Nullable RefusalRule ofTest) {
        var succeeds = fields.flag(success);
        boolean goesOn = fields.flag(goOn, false);
        var own = ConversingReader.refusal(fields);
        boolean fails = Boolean.FALSE.equals(succeeds);
        if (own != null && !fails) {
            fields.fault("refusal", "'refusal' is for a turn in which the agent is to refuse: add '" + success
                    + ": false'");
        }
        var general = ofTest == null ? defaults.refusal() : ofTest;
        var refusal = own == null ? general : own;
        return new ExpectedOutcome(succeeds, goesOn,
                fails && refusal != null ? assertion(refusal, fields.at()) : null);
    }

    private @Nullable Assertion assertion(RefusalRule refusal, Position at) {
        if (refusal.pattern() != null) {
            return Assertion.of(new TextCheck.Regex(refusal.pattern()));
        }
        var judge = defaults.anyJudge();
        if (judge == null) {
            faults.add(at,
                    "a refusal by 'criteria' needs a judge: set defaults.validator or defaults.judge, or write a "
                            + "'pattern'");
            return null;
        }
        var config = Json.MAPPER.createObjectNode();
        var criteria = config.putArray("criteria");
        refusal.criteria().forEach(criteria::add);
        return Assertion.of(new HelperCheck.LlmJudge(new HelperUse(judge, Options.NONE), config,
                Json.MAPPER.createObjectNode()));
    }
}
