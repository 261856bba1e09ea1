package dev.muster.common.check;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A place in JSON as {@code order.items.0.sku}; a member whose own name has dots is found by it first. */
record DottedPath(String path) {

    private static final int MOST_DIGITS = 9;

    Optional<JsonNode> in(JsonNode root) {
        return in(root, path);
    }

    private static Optional<JsonNode> in(JsonNode node, String path) {
        var whole = child(node, path);
        int dot = path.indexOf('.');
        return whole.isPresent() || dot < 0
                ? whole
                : child(node, path.substring(0, dot)).flatMap(inner -> in(inner, path.substring(dot + 1)));
    }

    private static Optional<JsonNode> child(JsonNode node, String name) {
        if (node.isArray()) {
            return isIndex(name) ? Optional.ofNullable(node.get(Integer.parseInt(name))) : Optional.empty();
        }
        return Optional.ofNullable(node.get(name));
    }

    private static boolean isIndex(String name) {
        return !name.isEmpty() && name.length() <= MOST_DIGITS && name.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public String toString() {
        return path;
    }
}
