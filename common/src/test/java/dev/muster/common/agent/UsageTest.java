package dev.muster.common.agent;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.Test;

class UsageTest {

    private static final Usage PRICED = new Usage(5, 2, 3, new BigDecimal("0.0000001"), false);

    @Test
    void costsAddUpUnlessOneIsUnknown() {
        assertThat(PRICED.plus(PRICED)).isEqualTo(new Usage(10, 4, 6, new BigDecimal("0.0000002"), false));
        assertThat(Usage.NONE.plus(PRICED)).isEqualTo(PRICED);
        assertThat(PRICED.plus(Usage.NONE)).isEqualTo(PRICED);
        assertThat(PRICED.plus(new Usage(1, 1))).isEqualTo(new Usage(6, 3, 3, null, false));
    }

    @Test
    void whatIsKnownOfTheCostIsNotLostToACallThatToldNothing() {
        var half = new Usage(5, 2, 3, PRICED.costUsd(), true);

        assertThat(PRICED.plus(Usage.UNREPORTED)).isEqualTo(half);
        assertThat(Usage.UNREPORTED.plus(PRICED)).isEqualTo(half);
        assertThat(Usage.UNREPORTED.plus(Usage.UNREPORTED)).isEqualTo(Usage.UNREPORTED);
    }

    @Test
    void itIsReadAsItWasWrittenAndAsOlderPeersWroteIt() {
        assertThat(Json.MAPPER.readValue(Json.MAPPER.writeValueAsString(PRICED), Usage.class)).isEqualTo(PRICED);
        assertThat(Json.MAPPER.readValue("{\"input\":5,\"output\":2}", Usage.class)).isEqualTo(new Usage(5, 2));
        assertThat(Json.MAPPER.writeValueAsString(new Usage(5, 2))).isEqualTo("{\"input\":5,\"output\":2}");
    }

    @Test
    void cachedTokensAreTakenFromOpenAisDetails() throws Exception {
        var reply = new ReplyAssembler(() -> 0, event -> {});
        var reported = Json.MAPPER.readTree(
                "{\"prompt_tokens\":9,\"completion_tokens\":2,\"prompt_tokens_details\":{\"cached_tokens\":4}}");

        reply.used(reported);

        assertThat(reply.usage()).isEqualTo(new Usage(9, 2, 4, null, false));
    }
}
