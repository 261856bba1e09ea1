package dev.muster.common.assertion.eval;

import module java.base;
import tools.jackson.databind.JsonNode;

/**
 * A path in JSON such as {@code order.items.0.sku} or {@code order.items[0].sku}; a member whose own name contains dots
 * or brackets takes precedence.
 */
record DottedPath(String path) {

    private static final int MOST_DIGITS = 9;

    Optional<JsonNode> in(JsonNode root) {
        return in(root, path);
    }

    private static Optional<JsonNode> in(JsonNode node, String path) {
        var whole = child(node, path);
        int dot = path.indexOf('.');
        if (whole.isPresent() || dot < 0) {
            return whole.or(() -> item(node, path));
        }
        String head = path.substring(0, dot);
        return child(node, head).or(() -> item(node, head)).flatMap(inner -> in(inner, path.substring(dot + 1)));
    }

    /** {@code items[0][1]} */
    private static Optional<JsonNode> item(JsonNode node, String name) {
        int open = name.lastIndexOf('[');
        if (open < 0 || !name.endsWith("]")) {
            return Optional.empty();
        }
        String list = name.substring(0, open);
        String index = name.substring(open + 1, name.length() - 1);
        var found = list.isEmpty() ? Optional.of(node) : child(node, list).or(() -> item(node, list));
        return found.filter(JsonNode::isArray).flatMap(items -> child(items, index));
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
