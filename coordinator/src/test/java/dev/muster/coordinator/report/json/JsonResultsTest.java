package dev.muster.coordinator.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.SampleRun;
import org.junit.jupiter.api.Test;

class JsonResultsTest {

    @Test
    void aRunIsOneObjectWithItsResultsAndWhatTheyComeTo() throws Exception {
        // Given
        var out = new ByteArrayOutputStream();

        // When
        SampleRun.tell(new JsonResults(out), SampleRun.cases());

        // Then
        var json = Json.MAPPER.readTree(out.toByteArray());
        assertThat(json.propertyNames()).containsExactly("run", "results", "cells", "summary");
        assertThat(json.path("results").size()).isEqualTo(19);
        assertThat(json.path("summary").path("total").asInt()).isEqualTo(19);
        assertThat(json.path("summary").path("causes").path("assertion").asInt()).isEqualTo(1);
        assertThat(json.path("summary").path("exit_code").asInt()).isEqualTo(1);
        assertThat(json.path("cells").path(1).path("name").asString()).isEqualTo("shop.new");
        assertThat(json.path("cells").path(1).path("in_rates").asInt()).isEqualTo(6);
        assertThat(json.path("cells").path(1).path("pass_rate").asDouble()).isEqualTo(2.0 / 6);
    }
}
