package dev.muster.coordinator.run;

import dev.muster.common.testing.Pinned;
import dev.muster.coordinator.server.scheduler.FleetStatus;
import org.junit.jupiter.api.Test;

/** Pins the stored settings of a run, and the answers of the fleet. */
class PinnedSettingsTest {

    @Test
    void theSettingsOfARunStayAsTheyAre() {
        Pinned.assertStays("run_settings.jsonl", RunSettings.class);
    }

    @Test
    void theStateOfAFleetStaysAsItIs() {
        Pinned.assertStays("fleet_status.jsonl", FleetStatus.class);
    }
}
