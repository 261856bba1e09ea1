package dev.muster.coordinator.project;

import dev.muster.coordinator.located.Fields;

/** Settings that this version accepts and does not use yet: their kinds are checked all the same. */
final class LaterSettings {

    private LaterSettings() {}

    static void check(Fields fields) {
        retention(fields);
    }

    private static void retention(Fields fields) {
        var retention = fields.object("retention");
        if (retention != null) {
            retention.duration("runs");
            retention.done();
        }
    }
}
