package dev.muster.coordinator.project;

import dev.muster.coordinator.located.Faults;
import dev.muster.coordinator.located.Fields;

/** Settings that this version accepts and does not use yet: their kinds are checked all the same. */
final class LaterSettings {

    private final EndpointReader endpoints;
    private final Faults faults;

    LaterSettings(EndpointReader endpoints, Faults faults) {
        this.endpoints = endpoints;
        this.faults = faults;
    }

    void check(Fields fields) {
        databases(fields);
        retention(fields);
        gate(fields);
    }

    private void databases(Fields fields) {
        var databases = fields.object("databases");
        if (databases == null) {
            return;
        }
        databases.members().forEach((name, node) -> {
            var database = Fields.of(node, "database '" + name + "'", faults);
            if (database != null) {
                database.needed("url", "database '" + name + "'");
                endpoints.filled(database, "url");
                endpoints.filled(database, "user");
                endpoints.filled(database, "password");
                database.done();
            }
        });
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

    /** Of a connector. */
    static void pricing(Fields connector) {
        var pricing = connector.object("pricing");
        if (pricing != null) {
            pricing.number("input_per_million", 0, Double.MAX_VALUE);
            pricing.number("output_per_million", 0, Double.MAX_VALUE);
            pricing.done();
        }
    }
}
