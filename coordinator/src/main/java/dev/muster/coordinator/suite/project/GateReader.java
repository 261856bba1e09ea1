package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.config.ProjectConfig.Gate;
import dev.muster.coordinator.suite.source.Fields;

/** Reads {@code gate}: the conditions under which a run passes. */
final class GateReader {

    private GateReader() {}

    static Gate read(Fields fields) {
        var gate = fields.object("gate");
        if (gate == null) {
            return Gate.NONE;
        }
        var rate = gate.number("min_pass_rate", 0, 1);
        var errors = gate.whole("max_infrastructure_errors", 0, Integer.MAX_VALUE);
        var skipped = gate.number("max_skipped", 0, 1);
        var flaky = gate.flag("allow_flaky");
        gate.done();
        return new Gate(Objects.requireNonNullElse(rate, Gate.NONE.minPassRate()),
                Objects.requireNonNullElse(errors, Gate.NONE.maxInfrastructureErrors()),
                Objects.requireNonNullElse(skipped, Gate.NONE.maxSkipped()), Boolean.TRUE.equals(flaky));
    }
}
