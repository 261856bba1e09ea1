package dev.muster.common.agent.yao;

import module java.base;
import dev.muster.common.agent.http.StreamBroken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** The props of a message, built chunk by chunk; the nodes of a chunk become part of them. */
final class Props {

    private ObjectNode all = JsonNodeFactory.instance.objectNode();

    JsonNode get(String name) {
        return all.path(name);
    }

    JsonNode settled() {
        return GrowingText.settled(all);
    }

    void apply(Chunk chunk) throws DeltaFailed {
        if (chunk.action() == Chunk.Action.WHOLE || chunk.path().isEmpty()) {
            applyToAll(chunk);
        } else {
            applyAt(PropsPath.of(chunk.path()), chunk);
        }
    }

    private void applyToAll(Chunk chunk) throws DeltaFailed {
        switch (chunk.action()) {
            case WHOLE, REPLACE -> all = chunk.props();
            case APPEND -> {
                for (var member : chunk.props().properties()) {
                    all.set(member.getKey(), appended(all.path(member.getKey()), member.getValue()));
                }
            }
            case MERGE -> merge(all, chunk.props());
            case SET -> all.setAll(chunk.props());
        }
    }

    private void applyAt(PropsPath path, Chunk chunk) throws DeltaFailed {
        JsonNode value = path.valueIn(chunk.props());
        PropsPath.Place place = path.in(all);
        switch (chunk.action()) {
            case APPEND -> {
                place.put(appended(place.get(), value));
                addMissing(chunk.props(), path.first());
            }
            case MERGE -> place.put(merged(place.get(), value));
            case WHOLE, REPLACE, SET -> place.put(value);
        }
    }

    /** Adds the id and name that pieces of a tool call's arguments carry beside the path. */
    private void addMissing(ObjectNode props, String appended) {
        for (var member : props.properties()) {
            JsonNode known = all.path(member.getKey());
            if (!member.getKey().equals(appended) && (known.isMissingNode() || known.isNull() || isEmpty(known))) {
                all.set(member.getKey(), member.getValue());
            }
        }
    }

    private static boolean isEmpty(JsonNode node) {
        return node.isString() && node.stringValue().isEmpty();
    }

    private static JsonNode appended(JsonNode to, JsonNode value) throws DeltaFailed {
        if (to.isMissingNode() || to.isNull()) {
            return value;
        }
        if (value.isNull()) {
            return to;
        }
        if (to instanceof ArrayNode array) {
            return value instanceof ArrayNode more ? array.addAll(more) : array.add(value);
        }
        if (GrowingText.isText(to) && value.isString()) {
            return GrowingText.longer(to, value.stringValue());
        }
        throw new DeltaFailed("nothing but text can be appended to text, and only that or a list grows, not "
                + StreamBroken.kind(to));
    }

    private static JsonNode merged(JsonNode to, JsonNode value) {
        if (to instanceof ObjectNode object && value instanceof ObjectNode more) {
            merge(object, more);
            return object;
        }
        return value;
    }

    private static void merge(ObjectNode to, ObjectNode more) {
        for (var member : more.properties()) {
            JsonNode known = to.has(member.getKey()) ? to.get(member.getKey()) : MissingNode.getInstance();
            to.set(member.getKey(), merged(known, member.getValue()));
        }
    }

    /** Thrown when a chunk does not fit its message; the exception message says why. */
    static final class DeltaFailed extends Exception {

        DeltaFailed(String message) {
            super(message, null, false, false);
        }
    }
}
