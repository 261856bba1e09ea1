package dev.muster.common.json;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one JSON mapping: snake_case names; omits nulls, empty lists and empty maps (a case has many, and a suite may
 * have a million cases); ignores unknown members (newer peers); trees keep decimals as written, so that comparisons are
 * exact.
 */
public final class Json {

    private static final JsonInclude.Value FILLED = JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY,
            JsonInclude.Include.NON_NULL);

    public static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new RecordCreation())
            .addModule(new FlatRecords())
            .addModule(new BoundedTimes())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .withConfigOverride(List.class, lists -> lists.setInclude(FILLED))
            .withConfigOverride(Map.class, maps -> maps.setInclude(FILLED))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();

    private Json() {}
}
