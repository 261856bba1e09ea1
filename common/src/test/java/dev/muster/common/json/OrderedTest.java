package dev.muster.common.json;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.option.Options;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OrderedTest {

    private static final List<String> NAMES = List.of("zeta", "alpha", "mike", "echo", "tango", "bravo", "kilo",
            "yankee");

    @Test
    void whatIsWrittenInAnOrderArrivesInIt() {
        var metadata = new LinkedHashMap<String, JsonNode>();
        NAMES.forEach(name -> metadata.put(name, Json.MAPPER.valueToTree(name)));
        var json = Json.MAPPER.writeValueAsString(new Options(null, Map.of(), null, null, metadata));

        var arrived = Json.MAPPER.readValue(json, Options.class);

        assertThat(arrived.metadata().keySet()).containsExactlyElementsOf(NAMES);
        assertThat(Json.MAPPER.writeValueAsString(arrived.with(Options.NONE))).isEqualTo(json);
    }

    @Test
    void aCopyStaysAsItWas() {
        var map = new LinkedHashMap<>(Map.of("a", 1));
        var copy = Ordered.copy(map);
        map.put("b", 2);

        assertThat(copy).containsOnlyKeys("a").isUnmodifiable();
        assertThat(Ordered.copy(new LinkedHashSet<>(NAMES))).containsExactlyElementsOf(NAMES).isUnmodifiable();
    }
}
