package dev.muster.coordinator.suite.input;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.source.JsonNumbers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An {@code -i} that names an agent or a script that generates cases: {@code agents:ID?name=value&…}.
 *
 * @param use the generator; its id is any text
 * @param query what follows the {@code ?}; empty when there is none
 */
public record GeneratorInput(Reference use, String query) {

    private static final String ESCAPED = "%3F";

    /**
     * Parses inputs that begin with {@code agents:} or {@code scripts:}; a {@code ?} in an id is written {@code %3F}.
     */
    public static Optional<GeneratorInput> of(String input) {
        if (!input.startsWith("agents:") && !input.startsWith("scripts:")) {
            return Optional.empty();
        }
        int at = input.indexOf('?');
        var id = at < 0 ? input : input.substring(0, at);
        return Optional.of(new GeneratorInput(Reference.of(id.replace(ESCAPED, "?")),
                at < 0 ? "" : input.substring(at + 1)));
    }

    /** Numbers whose whole part fits in a long; anything else that looks like a number stays a string. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,17})(\\.\\d{1,17})?");

    /** Reads the parameters, {@code name=value&…}, escaped as in the query of a URL. */
    ObjectNode parameters() throws WrongQuery {
        var parameters = Json.MAPPER.createObjectNode();
        for (int at = 0; at < query.length();) {
            int end = query.indexOf('&', at) < 0 ? query.length() : query.indexOf('&', at);
            if (end > at) {
                add(query.substring(at, end), parameters);
            }
            at = end + 1;
        }
        return parameters;
    }

    private static void add(String pair, ObjectNode to) throws WrongQuery {
        int equals = pair.indexOf('=');
        if (equals <= 0) {
            throw new WrongQuery("a parameter is name=value, with & between two, not '" + pair + "'");
        }
        var name = decoded(pair.substring(0, equals));
        if (to.has(name)) {
            throw new WrongQuery("parameter '" + name + "' is given twice");
        }
        to.set(name, typed(decoded(pair.substring(equals + 1))));
    }

    private static String decoded(String text) throws WrongQuery {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new WrongQuery("a % in '" + text + "' is not an escape; write %25 for the sign itself");
        }
    }

    private static JsonNode typed(String value) {
        var make = JsonNodeFactory.instance;
        if ("true".equals(value) || "false".equals(value)) {
            return make.booleanNode(Boolean.parseBoolean(value));
        }
        return NUMBER.matcher(value).matches() ? JsonNumbers.node(value) : make.stringNode(value);
    }
}
