package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.model.TestCase;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/**
 * A case on its way into the store: written once, and not read again until it is dispatched. A large suite spends
 * several times longer here than in any of its readers.
 *
 * @param repeat how often it runs; null leaves it to the run
 */
public record CaseDefinition(String key, String id, @Nullable String name, @Nullable String agent,
        @Nullable Integer repeat, String json) {

    private static final ObjectWriter WRITER = Json.MAPPER.writerFor(TestCase.class);
    private static final ObjectReader READER = Json.MAPPER.readerFor(TestCase.class);

    public static CaseDefinition of(TestCase testCase) {
        return new CaseDefinition(testCase.identity().key(), testCase.identity().id(), testCase.identity().name(),
                testCase.agent(),
                testCase.limits().repeat(), WRITER.writeValueAsString(testCase));
    }

    public TestCase testCase() {
        return READER.readValue(json);
    }
}
