package dev.muster.coordinator.project;

import dev.muster.coordinator.located.Fields;

/** Settings that this version accepts and does not use yet: their kinds are checked all the same. */
final class LaterSettings {

    private LaterSettings() {}

    static void check(Fields fields) {
        retention(fields);
        gate(fields);
    }

    private static void retention(Fields fields) {
        var retention = fields.object("retention");
        if (retention != null) {
            retention.duration("runs");
            retention.done();
        }
    }

    private static void gate(Fields fields) {
        var gate = fields.object("gate");
        if (gate != null) {
            gate.number("min_pass_rate", 0, 1);
            gate.whole("max_infrastructure_errors", 0, Integer.MAX_VALUE);
            gate.number("max_skipped", 0, 1);
            gate.flag("allow_flaky");
            gate.done();
        }
    }
}
