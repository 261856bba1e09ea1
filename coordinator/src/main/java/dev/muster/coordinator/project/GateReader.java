package dev.muster.coordinator.project;

import dev.muster.common.config.ProjectConfig.Gate;
import dev.muster.coordinator.located.Fields;

/** Reads {@code gate}: when a run is good enough. All but {@code allow_flaky} is checked and not used yet. */
final class GateReader {

    private GateReader() {}

    static Gate read(Fields fields) {
        var gate = fields.object("gate");
        if (gate == null) {
            return Gate.NONE;
        }
        gate.number("min_pass_rate", 0, 1);
        gate.whole("max_infrastructure_errors", 0, Integer.MAX_VALUE);
        gate.number("max_skipped", 0, 1);
        var flaky = gate.flag("allow_flaky");
        gate.done();
        return new Gate(Boolean.TRUE.equals(flaky));
    }
}
