package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.result.AttemptSpend;
import dev.muster.common.result.HelperSpend;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.ObjectNode;

/**
 * What says whose report it is and what it cost: all that is read of a report that can't be read as a whole, because it
 * is too large, or has values of a later version.
 */
record ReportHead(CaseRef ref, Dispatch dispatch, int attempt, String worker, String incarnation, String ticket,
        AttemptSpend spend) {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNameLength(Integer.MAX_VALUE).maxStringLength(Integer.MAX_VALUE)
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE).build())
            .build();
    private static final ObjectReader READER = Json.MAPPER.reader()
            .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final Set<String> WANTED = Set.of("ref", "dispatch", "attempt", "worker", "incarnation", "ticket");
    private static final Set<String> OF_RESULT = Set.of("usage", "helped");

    static ReportHead of(AttemptFinished report) {
        return new ReportHead(report.ref(), report.dispatch(), report.attempt(), report.worker(), report.incarnation(),
                Objects.requireNonNullElse(report.ticket(), ""), report.result().spend());
    }

    static Optional<ReportHead> of(byte[] bytes) {
        var found = Json.MAPPER.createObjectNode();
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                var name = parser.currentName();
                parser.nextToken();
                if (WANTED.contains(name)) {
                    found.set(name, READER.readTree(parser));
                } else if (name.equals("result") && parser.currentToken() == JsonToken.START_OBJECT) {
                    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                        var inner = parser.currentName();
                        parser.nextToken();
                        if (OF_RESULT.contains(inner)) {
                            found.set(inner, READER.readTree(parser));
                        } else {
                            parser.skipChildren();
                        }
                    }
                } else {
                    parser.skipChildren();
                }
            }
            return of(found);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            return Optional.empty();
        }
    }

    private static Optional<ReportHead> of(ObjectNode found) {
        var ref = Objects.requireNonNull(read(found, "ref", CaseRef.class));
        var dispatch = Objects.requireNonNull(read(found, "dispatch", Dispatch.class));
        var usage = read(found, "usage", Usage.class);
        return Optional.of(new ReportHead(ref, dispatch, found.path("attempt").asInt(), found.path("worker").asString(),
                found.path("incarnation").asString(), found.path("ticket").asString(),
                new AttemptSpend(usage == null ? Usage.NONE : usage, read(found, "helped", HelperSpend.class))));
    }

    private static <T> @Nullable T read(JsonNode from, String name, Class<T> type) {
        return from.hasNonNull(name) ? Json.MAPPER.treeToValue(from.get(name), type) : null;
    }
}
