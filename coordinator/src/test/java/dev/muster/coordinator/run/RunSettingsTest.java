package dev.muster.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.Gate;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Tests the settings stored with a run. */
class RunSettingsTest {

    private static final RunSettings SETTINGS = new RunSettings(List.of("suite.jsonl"), ProjectConfig.Targets.NONE,
            RunSettings.Pacing.of(7, Duration.ofMinutes(5)), new RunSettings.Policies(false, 2, RetryPolicy.DEFAULT,
                    FailedAgain.NEVER, Gate.NONE, Quarantine.NONE),
            CaseNeeds.NONE, Matrix.ONCE);

    @Test
    void whatIsStoredIsReadBack() {
        var settings = SETTINGS
                .with(new RunSettings.Pacing(7, Duration.ofMinutes(5),
                        new RunLimits(new BigDecimal("2.50"), 3, Duration.ofMinutes(30)), 1))
                .with(new RunSettings.Policies(true, 2, RetryPolicy.DEFAULT, new FailedAgain(2),
                        new Gate(0.9, 3, 0.5, true), Quarantine.NONE));

        assertThat(Json.MAPPER.readValue(Json.MAPPER.writeValueAsString(settings), RunSettings.class))
                .isEqualTo(settings);
    }

    @Test
    void settingsOfAnOlderRunHaveNoLimits() {
        ObjectNode stored = Json.MAPPER.valueToTree(SETTINGS);
        stored.remove(List.of("limits", "priority", "failed_again"));

        assertThat(Json.MAPPER.treeToValue(stored, RunSettings.class)).isEqualTo(SETTINGS);
    }
}
