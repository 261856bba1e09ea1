package dev.muster.coordinator.suite;

import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.Json;
import dev.muster.coordinator.located.Faults;
import dev.muster.coordinator.located.Fields;
import dev.muster.coordinator.located.Node;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads the assertions of other dialects, as they are written into agent-test suites. */
final class ForeignChecks {

    private static final ObjectReader CLAUSES = Json.MAPPER.readerFor(AgUiClause.class)
            .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final OracleReader oracles;
    private final Faults faults;

    ForeignChecks(OracleReader oracles, Faults faults) {
        this.oracles = oracles;
        this.faults = faults;
    }

    @Nullable
    Check agUi(Fields fields) {
        var node = fields.any("clause");
        if (node == null) {
            fields.missing("ag_ui needs 'clause'", "clause");
            return null;
        }
        try {
            AgUiClause clause = CLAUSES.readValue(node.json());
            return clause == null ? wrong(node) : new Check.AgUi(clause);
        } catch (JacksonException | NullPointerException | IllegalArgumentException e) {
            return wrong(node);
        }
    }

    private @Nullable Check wrong(Node node) {
        faults.add(node.at(), "this is no clause of an AG-UI assert block; --dry-run -o writes them");
        return null;
    }

    @Nullable
    Check oracle(Fields fields) {
        var oracle = fields.needed("oracle", "an assertion of type oracle");
        var config = object(fields, "config");
        var expected = object(fields, "expected");
        if (oracle == null || oracle.isBlank()) {
            return null;
        }
        return oracles.kind(oracle, fields.at("oracle")).map(kind -> new Check.Oracle(kind.wire(), config, expected))
                .orElse(null);
    }

    private static JsonNode object(Fields fields, String name) {
        var object = JsonNodeFactory.instance.objectNode();
        fields.free(name).forEach(object::set);
        return object;
    }
}
